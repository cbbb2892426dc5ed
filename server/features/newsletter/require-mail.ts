import { Refusal } from '#server/core/refusal.ts'
import type { Mailer } from '#server/outside/mail.ts'
import type { Shop } from '#server/shop.ts'

/** The mail server. @throws Refusal 'mail-missing' */
export function requireMail({ mail }: Shop): Mailer {
  if (!mail)
    throw new Refusal(
      'mail-missing',
      'Email is not set up. Set SMTP_URL and MAIL_FROM on the server and restart the shop.',
    )
  return mail
}
