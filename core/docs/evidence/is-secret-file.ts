const names =
  /^(?:\.env(?!\.(?:example|sample|template|dist)$)(?:\..*|$)|\.?(?:npmrc|pypirc|netrc|htpasswd|pgpass|vault-token|git-credentials)$|_netrc$|id_(?:rsa|dsa|ecdsa|ed25519)|(?:credentials|secrets?|kubeconfig)(?:\.\w+)?$|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|tfstate|tfvars|ovpn)(?:\.\w+)?$)/i;
const folders = /(?:^|\/)\.(?:aws|ssh|gnupg|docker|kube|git)\//i;

/** Whether the name says that a file holds secrets. */
export function isSecretFile(path: string): boolean {
  return folders.test(path) || names.test(path.slice(path.lastIndexOf('/') + 1));
}
