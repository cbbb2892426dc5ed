import type { RefusalBody } from '#contract/refusal.ts'

/** Shown when the shop doesn't answer (specification, section 8). */
export const SOMETHING_WENT_WRONG = 'Something went wrong. Please try again.'

const MAX_WAIT = 30_000

/**
 * The shop said no: `message` is `409: Only 2 left.` (specification, section 7), `refusal` the
 * body.
 */
export class ApiFailure extends Error {
  readonly status: number
  readonly refusal: RefusalBody
  /** Whether the words are the shop's own; a bare `Bad Gateway` is not. */
  readonly hasSentence: boolean

  constructor(status: number, refusal: RefusalBody, hasSentence = true) {
    super(`${status}: ${refusal.message}`)
    this.name = 'ApiFailure'
    this.status = status
    this.refusal = refusal
    this.hasSentence = hasSentence
  }
}

export function sentenceOf(failure: unknown, fallback = SOMETHING_WENT_WRONG): string {
  return failure instanceof ApiFailure && failure.hasSentence ? failure.refusal.message : fallback
}

export async function read(path: string): Promise<unknown> {
  return (await send('GET', path)).json()
}

/** @throws ApiFailure when the shop says no, TypeError or TimeoutError when nobody answers */
export async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const isForm = body instanceof FormData
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json',
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined || isForm ? (body ?? null) : JSON.stringify(body),
    signal: AbortSignal.timeout(MAX_WAIT),
  })
  if (!response.ok) throw await failureIn(response)
  return response
}

export async function failureIn(response: Response): Promise<ApiFailure> {
  const text = (await response.text().catch(() => '')).trim()
  const refusal = parsedRefusal(text)
  if (refusal) return new ApiFailure(response.status, refusal)
  const isSentence = text !== '' && !response.headers.get('Content-Type')?.includes('html')
  return new ApiFailure(
    response.status,
    { code: 'failed', message: isSentence ? text : response.statusText },
    isSentence,
  )
}

/** An intent puts its failure in `error`, all else in `message` (specification, section 8). */
function parsedRefusal(text: string): RefusalBody | null {
  try {
    const body: { message?: unknown; error?: unknown } | null = JSON.parse(text)
    const message = body?.message ?? body?.error
    return typeof message === 'string' ? { code: 'failed', ...body, message } : null
  } catch {
    return null
  }
}
