import { safeParse } from 'zod/mini'
import { guessMeantAddress } from '#contract/mail/mail-hint.ts'
import { newsletter } from '#contract/mail/newsletter.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'

/** `isOfField`: what was typed isn't an email address, so the shop wasn't asked. */
type Refused = { sentence: string; isOfField?: true; isOffline?: boolean }

export type Subscribed = { no?: Refused; next?: string | undefined; isMistyped?: true }

const OFFLINE = 'You’re offline. Please try again when you’re back online.'

/** Asks back about an address that looks mistyped, unless `isSure`. */
export async function subscribe(email: string, isSure: boolean): Promise<Subscribed> {
  const [fault] = safeParse(newsletter.subscribe.body, { email }).error?.issues ?? []
  if (fault) return { no: { sentence: fault.message, isOfField: true } }
  if (!isSure && guessMeantAddress(email)) return { isMistyped: true }
  try {
    const { next } = await call(newsletter.subscribe, { body: { email } })
    return { next }
  } catch (failure) {
    return navigator.onLine
      ? { no: { sentence: sentenceOf(failure) } }
      : { no: { sentence: OFFLINE, isOffline: true } }
  }
}
