import { settingValue } from '#contract/setting-table.ts'
import { signOf } from '#server/features/mail/compose-mail.ts'
import { escaped, layOutMail, STYLE } from '#server/features/mail/mail-layout.ts'
import { type Sending, sendDue } from '#server/features/mail/send-due.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { findQuestion } from './question-queries.ts'

export function sendReplies(shop: Shop): Promise<void> {
  return sendDue(shop, REPLIES)
}

const REPLIES: Sending = {
  queue: 'replies',
  what: 'send a reply',
  maxAtOnce: 50,
  maxRound: 10_000,
  letterOf: async (db, mail) => {
    const question = mail.question_id === null ? null : await findQuestion(db, mail.question_id)
    if (!question?.reply) return null
    const settings = await readSettings(db)
    const sign = signOf(settings)
    const replyTo = settingValue(settings, 'contact_email')
    return { id: mail.uuid, to: mail.recipient, replyTo, ...composeReply({ ...question, reply: question.reply }, sign) }
  },
}

/** The reply as a mail. The visitor's own words stay out of it: anyone may leave anyone's address. */
function composeReply({ reply }: { reply: string }, sign: string) {
  const opening = 'You asked our farm helper something it could not answer. Here is what the farmer says:'
  const html = layOutMail('An answer from the farm', [
    `<p style="${STYLE.text}">${escaped(opening)}</p>`,
    ...reply.split(/\n{2,}/).map((part) => `<p style="${STYLE.text}">${escaped(part).replaceAll('\n', '<br>')}</p>`),
    `<p style="${STYLE.small}">${escaped(sign)}</p>`,
  ])
  return { subject: 'An answer from the farm', text: `${opening}\n\n${reply}\n\n${sign}\n`, html }
}
