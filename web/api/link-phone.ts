import { people } from '#contract/people/people.ts'
import { call } from './call.ts'
import { sentenceOf } from './request.ts'

export async function linkPhone(secret: string): Promise<string | null> {
  try {
    await call(people.linkDevice, { body: { secret, label: null } })
    return null
  } catch (failure) {
    return sentenceOf(failure)
  }
}
