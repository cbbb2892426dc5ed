import { useCallback, useEffect, useRef } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { payments } from '#contract/money/payments.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure, SOMETHING_WENT_WRONG, sentenceOf } from '#web/api/request.ts'
import type { Confirmed } from '../card-provider.ts'

export type BankOutcome = 'complete' | 'fail'

export async function confirmInSandbox(
  clientSecret: string,
  authenticate: (clientSecret: string) => Promise<Confirmed>,
): Promise<Confirmed> {
  const confirmed = await answered(
    call(payments.sandboxConfirm, { body: { client_secret: clientSecret } }),
  )
  const needsBuyer =
    'paymentIntent' in confirmed && confirmed.paymentIntent.status === 'requires_action'
  return needsBuyer ? authenticate(clientSecret) : confirmed
}

export function authenticateInSandbox(
  clientSecret: string,
  outcome: BankOutcome,
): Promise<Confirmed> {
  return answered(
    call(payments.sandboxAuthenticate, { body: { client_secret: clientSecret, outcome } }),
  )
}

/** The shop's time, from its answers' dates: a buyer's device may be years off. */
export function useShopClock(): () => Date {
  const ahead = useRef(0)
  useEffect(() => {
    const readDate = async () => {
      const { headers } = await fetch(payments.config.path, { method: 'HEAD', cache: 'no-store' })
      const at = Date.parse(headers.get('date') ?? '')
      if (!Number.isNaN(at)) ahead.current = at - Date.now()
    }
    // Without an answer, paying isn't possible either.
    readDate().catch(() => {})
  }, [])
  return useCallback(() => new Date(Date.now() + ahead.current), [])
}

async function answered(
  answer: Promise<OutputOf<typeof payments.sandboxConfirm>>,
): Promise<Confirmed> {
  try {
    const { status, error } = await answer
    if (error) {
      const { message, code, decline_code } = error
      return { error: { message, code: decline_code ?? code } }
    }
    return status ? { paymentIntent: { status } } : { error: { message: SOMETHING_WENT_WRONG } }
  } catch (failure) {
    const isLost = !(failure instanceof ApiFailure)
    const isOpen = isLost || failure.status >= 500
    return { error: { message: sentenceOf(failure), isLost, isOpen } }
  }
}
