import { z } from 'zod'
import { readSender } from '#contract/mail/mail-address.ts'
import { MAIL_TLS } from '#contract/mail/mail-setup.ts'
import type { Config } from '#server/config/config.ts'
import type { MailConfig } from '#server/config/services.ts'
import { readSecret, storeSecret } from '#server/files/private-files.ts'
import { type Mailer, smtpMail } from '#server/outside/mail.ts'

const deskMail = z.object({
  host: z.string(),
  port: z.int(),
  tls: z.enum(MAIL_TLS),
  user: z.string(),
  password: z.string(),
  from: z.string(),
})

export type DeskMail = z.output<typeof deskMail>

const FILE = 'mail.json'

/** Null for a damaged file, too: the shop sells without mail, and the desk reports it. */
export function readDeskMail(dataDir: string): DeskMail | null {
  const text = readSecret(dataDir, FILE)
  if (text === null) return null
  try {
    const read = deskMail.safeParse(JSON.parse(text))
    return read.success && readSender(read.data.from) ? read.data : null
  } catch {
    return null
  }
}

export function storeDeskMail(dataDir: string, mail: DeskMail | null): void {
  storeSecret(dataDir, FILE, mail && JSON.stringify(mail))
}

export function placeOf({ host, port, tls, user, password, from }: DeskMail): MailConfig {
  const sender = readSender(from)
  if (!sender) throw new Error('A sender is checked before it is stored.')
  const url = new URL(`${tls === 'tls' ? 'smtps' : 'smtp'}://${inBrackets(host)}:${port}`)
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(password)
  return { url: url.href, from: sender, alwaysTls: true }
}

function inBrackets(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

export function describePlace({ url, from }: MailConfig) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isTls = protocol === 'smtps:'
  return {
    host: hostname,
    port: Number(port) || (isTls ? 465 : 587),
    tls: isTls ? ('tls' as const) : ('starttls' as const),
    user: decodeURIComponent(username),
    hasPassword: password !== '',
    from: from.name ? `${from.name} <${from.address}>` : from.address,
  }
}

/** `mail` comes from environment variables, which win over the desk's settings. */
export type MailSources = Pick<Config, 'mail' | 'databaseUrl' | 'dataDir'>

export function findMailServer({ mail, databaseUrl, dataDir }: MailSources): MailConfig | null {
  const desk = mail || databaseUrl ? null : readDeskMail(dataDir)
  return mail ?? (desk && placeOf(desk))
}

export function openMailer(sources: MailSources): Mailer | null {
  const place = findMailServer(sources)
  return place && smtpMail(place)
}
