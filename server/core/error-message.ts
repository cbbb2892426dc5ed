/** As Node, a driver or a system call names it; empty without one. */
export function errorCode(error: unknown): string {
  return error instanceof Object && 'code' in error ? String(error.code) : ''
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
