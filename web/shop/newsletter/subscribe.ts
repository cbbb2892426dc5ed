import { safeParse } from 'zod/mini'
import { newsletter } from '#contract/newsletter.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'

/** Why it did not work; `isOfField`: what was typed is no address, and the shop was not asked. */
export type Refused = { sentence: string; isOfField?: true }

export async function subscribe(email: string): Promise<Refused | undefined> {
  const [fault] = safeParse(newsletter.subscribe.body, { email }).error?.issues ?? []
  if (fault) return { sentence: fault.message, isOfField: true }
  try {
    await call(newsletter.subscribe, { body: { email } })
  } catch (failure) {
    return { sentence: sentenceOf(failure) }
  }
}
