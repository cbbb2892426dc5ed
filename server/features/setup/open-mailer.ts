import type { Config } from '#server/config/config.ts'
import { type Mailer, smtpMail } from '#server/outside/mail.ts'
import { placeOf, readDeskMail } from './desk-mail.ts'

export function openMailer({
  mail,
  databaseUrl,
  dataDir,
}: Pick<Config, 'mail' | 'databaseUrl' | 'dataDir'>): Mailer | null {
  const desk = mail || databaseUrl ? null : readDeskMail(dataDir)
  const place = mail ?? (desk && placeOf(desk))
  return place && smtpMail(place)
}
