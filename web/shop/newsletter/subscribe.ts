import { newsletter } from '#contract/newsletter.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'

export async function subscribe(email: string): Promise<string | undefined> {
  try {
    await call(newsletter.subscribe, { body: { email } })
  } catch (failure) {
    return sentenceOf(failure)
  }
}
