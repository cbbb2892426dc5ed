import { safeParse } from 'zod/mini'
import { waitingList } from '#contract/mail/waiting-list.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'

export async function join(
  productId: number,
  email: string,
): Promise<{ done: string } | { refused: string }> {
  const [fault] = safeParse(waitingList.join.body, { productId, email }).error?.issues ?? []
  if (fault) return { refused: fault.message }
  try {
    return { done: (await call(waitingList.join, { body: { productId, email } })).message }
  } catch (failure) {
    return { refused: sentenceOf(failure) }
  }
}
