/** Every browser since spring 2025 can parse the passkey options the shop sends. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}
