/** Faults of the environment, as operating systems, runtimes, proxies and runners name them. The first
 * that matches a line says what it is. */
export const faults: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [
    /\b(?:ENOTFOUND|EAI_AGAIN|UnknownHostException|ERR_NAME_NOT_RESOLVED)\b|could not resolve host|name or service not known|failure (?:in name resolution|resolving)|nodename nor servname|no such host\b/i,
    'A host name could not be resolved. Check the name and the name service.',
  ],
  [
    /certificate (?:has expired|is not yet valid|signed by unknown authority)|certificate verify failed|self[- ]signed certificate|\b(?:CERT_HAS_EXPIRED|ERR_CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|CertificateExpiredException)\b|PKIX path building failed|certificate expired/i,
    'A certificate is not accepted. Check its dates, its issuer and the clock of the machine.',
  ],
  [
    /cannot connect to the docker daemon|docker\.sock\b|is the docker daemon running|error during connect: .*docker/i,
    'The Docker daemon could not be reached. Check whether it runs, and whether the job may use it.',
  ],
  [
    /\b(?:ImagePullBackOff|ErrImagePull|InvalidImageName)\b|pull access denied|manifest (?:unknown|for \S+ not found)|failed to pull image|reached your pull rate limit/i,
    'A container image could not be pulled. Check its name, the registry and the right to read it.',
  ],
  [
    /\b(?:EMFILE|ENFILE)\b|too many open files/i,
    'Too many files were open. Raise the limit of the machine (ulimit -n), or run fewer at once.',
  ],
  [
    /\b(?:SessionNotCreatedException|SessionNotCreatedError|NoSuchSessionException|InvalidSessionIdException|NoSuchSessionError)\b|session not created|invalid session id|unable to create (?:a )?new (?:remote )?session|chrome not reachable|DevToolsActivePort file doesn.?t exist|failed to launch the browser|executable doesn.?t exist at .*(?:chrom|firefox|webkit)|cannot open display|missing x server/i,
    'A browser could not be started or was lost. Check the versions of browser and driver, and the grid.',
  ],
  [
    /too many (?:clients already|connections\b)|remaining connection slots are reserved|max_connections|connection limit exceeded/i,
    'A database took no more connections. Raise its limit, or run fewer tests at once.',
  ],
  [
    /the database system is (?:starting up|shutting down|in recovery mode)|NoBrokersAvailable|broker (?:transport failure|may not be available)|MasterNotDiscovered|NoNodeAvailable/i,
    'A database or broker was not ready. Wait for it before the tests begin.',
  ],
  [
    /\b(?:ENOSPC|EDQUOT)\b|no space left on device|disk quota exceeded|disk (?:is )?full|read-only file system|not enough space on the disk/i,
    'A disk was full or not writable. Free some space where the tests run.',
  ],
  [
    /\b(?:ENOMEM|OutOfMemoryError|MemoryError|OOMKilled|OutOfMemoryException)\b|out of memory|cannot allocate memory|exit (?:code|status) 137\b|gc overhead limit exceeded|signal: killed|memory limit exceeded/i,
    'The memory did not suffice. Give the tests more, or run fewer at once.',
  ],
  [
    /\bEADDRINUSE\b|address already in use|port is already allocated|only one usage of each socket address/i,
    'A port was taken already. Check what else runs on the machine.',
  ],
  [
    /\b429\b.{0,20}too many requests|\b(?:api )?rate limit exceeded|\btoomanyrequests\b|secondary rate limit/i,
    'A service refused more requests for now. Ask less often, or use an account with a higher limit.',
  ],
  [
    /\b(?:502:? bad gateway|503:? service (?:temporarily )?unavailable|504:? gateway time-?out)\b|\b50[234] server error\b|\b(?:http|status|response)(?: (?:code|error|status))?[ :=]{1,3}(?:code )?50[234]\b|\bbad gateway\b/i,
    'A gateway had no answer of the service behind it. Check whether that service runs.',
  ],
  [
    /host key verification failed|permission denied \(publickey|could not read (?:username|password)|authentication failed for 'http|407 proxy authentication|could not transfer artifact|failed to fetch https?:\/\//i,
    'Sources or packages could not be fetched. Check the address, the proxy and the credentials of the job.',
  ],
  [
    /agent (?:went offline|is offline)|cannot contact \S+: |lost communication with the server|runner has received a shutdown signal|(?:ChannelClosed|RequestAborted)Exception|\b(?:Evicted|FailedScheduling|NodeNotReady|Preempted)\b|insufficient (?:cpu|memory)\b|nodes are available/i,
    'The machine of the job was lost, or none was free. Run the job again, and check the runners.',
  ],
  [
    /\b(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|EPIPE|ConnectException|ERR_CONNECTION_\w+|ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE|ERR_EMPTY_RESPONSE)\b|connection (?:was )?(?:refused|reset|aborted)|actively refused|socket hang up|broken pipe|no route to host|network is unreachable|ssl_error_syscall/i,
    'A connection failed. Check whether the service runs and can be reached.',
  ],
  [
    /\b(?:ETIMEDOUT|ESOCKETTIMEDOUT|SocketTimeoutException|ConnectTimeoutException|ConnectTimeoutError|ReadTimeout|ConnectTimeout|ERR_TIMED_OUT)\b|\b(?:connect\w*|read|write|socket|network|handshake|dial|lookup|fetch|gateway|upstream|operation|idle|pull)\b.{0,40}\btim(?:ed|e)[ -]?out\b|\btim(?:ed|e)[ -]?out\b.{0,40}\b(?:connect\w*|socket|host|server|pod|container)\b|\bi\/o timeout\b|context deadline exceeded/i,
    'Something did not answer in time. Check whether it runs, and whether the machine was overloaded.',
  ],
];
