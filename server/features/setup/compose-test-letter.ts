import { settingValue } from '#contract/setting-table.ts'
import {
  type Composed,
  type Farm,
  htmlOfParagraph,
  layOutMail,
  signOf,
} from '#server/features/mail/mail-layout.ts'

export function composeTestLetter(farm: Farm): Composed {
  const name = settingValue(farm.settings, 'farm_name').trim()
  const subject = `Test letter from ${name}`
  const paragraphs = [
    'Email works: the shop sends its letters through this mail server from now on.',
    'If this letter went to the spam folder, your customers’ emails will too. Ask whoever looks after your domain to let this server send for it (SPF, DKIM).',
    signOf(farm.settings),
  ]
  return {
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: layOutMail(subject, paragraphs.map(htmlOfParagraph), farm),
  }
}
