export class Refused extends Error {
  readonly status: number
  readonly body: { error: Record<string, unknown> }
  /** Whether the same call may succeed a moment later. */
  readonly mayRetry: boolean

  constructor(status: number, error: Record<string, unknown>, mayRetry = false) {
    super(String(error.message))
    this.status = status
    this.body = { error }
    this.mayRetry = mayRetry
  }
}

export function invalid(
  code: string | null,
  message: string,
  more: Record<string, unknown> = {},
): Refused {
  const status = code === 'resource_missing' && !more.param ? 404 : 400
  return new Refused(status, {
    type: 'invalid_request_error',
    ...(code ? { code } : {}),
    message,
    ...more,
  })
}
