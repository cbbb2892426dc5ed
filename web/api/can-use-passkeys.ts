/** Whether this browser can read what the shop asks of a passkey: all of them since spring 2025. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}
