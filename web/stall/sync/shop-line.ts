import { type StallReceived, type StallSending, stall } from '#contract/market/stall.ts'
import { failureIn } from '#web/api/request.ts'
import { type Line, NoAnswer, type NoAnswerReason } from './send-outbox.ts'

/** How long an answer may take, in ms. Market networks often exist in name only. */
const PATIENCE = 15_000

export const shopLine: Line = {
  send: async (sending: StallSending) => {
    const response = await post(sending)
    if (!response.ok) throw await noAnswerOf(response)
    return (await response.json().catch(() => {
      throw new NoAnswer('away')
    })) as StallReceived
  },
}

async function post(sending: StallSending): Promise<Response> {
  return fetch(stall.send.path, {
    method: stall.send.method,
    credentials: 'same-origin',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(sending),
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => {
    throw new NoAnswer('away')
  })
}

async function noAnswerOf(response: Response): Promise<NoAnswer> {
  const seconds = Number(response.headers.get('retry-after') ?? 0)
  const { refusal } = await failureIn(response)
  return new NoAnswer(
    reasonOf(response.status, refusal.code),
    Number.isFinite(seconds) ? seconds : 0,
  )
}

export function reasonOf(status: number, code: string): NoAnswerReason {
  if (code === 'phone-lost') return 'ended'
  if (status === 401) return 'signed-out'
  if (status === 413) return 'too-long'
  return status === 429 || status === 503 ? 'busy' : 'failed'
}
