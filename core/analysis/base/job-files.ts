// What is too large for a row lies in Blobs.

/** All files of a job are below it. */
export const jobFolder = (job: string) => `jobs/${job}/`;
/** The request's XML, as UTF-8. */
export const inputXml = (job: string) => `${jobFolder(job)}input.xml`;
/** One InputFailure as JSON in each line: the request's, or those in the XML. */
export const inputFailures = (job: string) => `${jobFolder(job)}failures.jsonl`;
/** What a build analysis has read from the build server, until it has ended. */
export const buildFolder = (job: string) => `${jobFolder(job)}builds/`;
/** The list of the builds; see build-tree.ts. */
export const buildsFile = (job: string) => `${buildFolder(job)}builds.json`;
/** One InputFailure as JSON in each line: the failed tests of the build with this index. */
export const buildFailures = (job: string, at: number) => `${buildFolder(job)}${at}.jsonl`;
/** The names of its tests that passed, as a JSON list; absent: none is known. */
export const buildPasses = (job: string, at: number) => `${buildFolder(job)}${at}.passed.json`;
/** What models are given of its console output. */
export const buildConsole = (job: string, at: number) => `${buildFolder(job)}${at}.txt`;
/** Console outputs that analyses quote, by `<child_job_name>#<child_build_number>`. */
export const consolesFile = (job: string) => `${jobFolder(job)}consoles.json`;
/** The CODEOWNERS file of the tests repository; absent: it has none. */
export const ownersFile = (job: string) => `${jobFolder(job)}code-owners`;
/** Written by packResult(), once. */
export const resultFile = (job: string) => `${jobFolder(job)}result.json`;
/** Pairs of path and hash; see fix-files.ts. Absent: no analysis names a file. */
export const fixFiles = (job: string) => `${jobFolder(job)}fix-files.json`;
/** The request's XML with the analyses in it; large. */
export const enrichedXml = (job: string) => `${jobFolder(job)}enriched.xml`;
/** Copies of answers that are too large for a reply in the cloud. */
export const answerFile = (job: string, name: string) => `${jobFolder(job)}answers/${name}`;
