import type { SendMailOptions } from 'nodemailer'
import { isMailAddress } from '#contract/mail/mail-address.ts'
import type { MailPlace } from '#server/config/mail.ts'
import { withoutSecrets } from './mail-failure.ts'

export type Letter = {
  /** Stays the same when the same mail is sent again. */
  id: string
  to: string
  /** Where replies go; to the sender if null or not an address. */
  replyTo: string | null
  subject: string
  text: string
  html: string
  /** What the QR code says that its HTML shows as `cid:code`. */
  code?: string
  /** Where one click leaves the list it was sent to (RFC 8058). */
  leaveUrl?: string
}

export type Mailer = {
  /** Sends a mail, or throws; after an error without a clear answer it may have been sent. */
  send(letter: Letter): Promise<void>
  close(): void
}

/**
 * How long each step of a mail server may take, a whole mail, and one in flight when the shop closes; in milliseconds.
 */
export type MailPatience = { step: number; mail: number; closing: number }

const PATIENCE: MailPatience = { step: 10_000, mail: 30_000, closing: 3000 }

/** Thrown for a recipient that is not exactly one plain address; no such mail leaves the house. */
export class NotAnAddressError extends Error {}

/**
 * Sends over SMTP (`smtp://` with STARTTLS where it is offered, `smtps://`
 * with TLS from the start). The library is loaded with the first mail.
 */
export function smtpMail(place: MailPlace, patience: MailPatience = PATIENCE): Mailer {
  const { from } = place
  const host = from.address.slice(from.address.indexOf('@') + 1)
  const open = opening(place, patience.step)
  const { promise: closed, reject: giveUp } = Promise.withResolvers<never>()
  closed.catch(() => undefined)
  return {
    close: () =>
      void setTimeout(giveUp, patience.closing, new Error('The shop is shutting down.')).unref(),
    async send(letter) {
      if (!isMailAddress(letter.to))
        throw new NotAnAddressError('This is not a valid email address.')
      const replyTo =
        letter.replyTo && isMailAddress(letter.replyTo) ? letter.replyTo : from.address
      const mail: SendMailOptions = {
        replyTo,
        from,
        to: { name: '', address: letter.to },
        envelope: { from: from.address, to: [letter.to] },
        messageId: `<${letter.id}@${host}>`,
        subject: letter.subject.replace(/\s+/g, ' '),
        text: letter.text,
        html: letter.html,
        ...(letter.code ? { attachments: [await drawCode(letter.code)] } : {}),
        headers: {
          'auto-submitted': 'auto-generated',
          ...(letter.leaveUrl ? leaveHeaders(letter.leaveUrl) : {}),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
      }
      const transport = await open()
      const sending = transport.sendMail(mail).catch((error: unknown) => {
        // A server may say in its answer what it was sent.
        throw withoutSecrets(error, place)
      })
      await within(patience.mail, Promise.race([sending, closed]))
    },
  }
}

/** As GIF, which every program that shows mails knows; it comes along, so it is there without a network. */
async function drawCode(text: string) {
  const { encodeQR } = await import('qr')
  const picture = encodeQR(text, 'gif', { border: 4, ecc: 'medium', scale: 8 })
  return { cid: 'code', filename: 'pickup-pass.gif', content: Buffer.from(picture) }
}

/** Mail programs show a button for these. @throws TypeError for what is no address of a page */
function leaveHeaders(address: string): Record<string, string> {
  return {
    'list-unsubscribe': `<${new URL(address).href}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  }
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/

/** A password travels to a host other than this machine only behind TLS. */
function opening({ url: text, alwaysTls }: MailPlace, step: number) {
  const url = new URL(text)
  const secure = url.protocol === 'smtps:'
  const auth = url.username
    ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
    : {}
  const options = {
    ...auth,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS:
      !secure && (alwaysTls === true || url.username !== '') && !LOOPBACK.test(url.hostname),
    connectionTimeout: step,
    greetingTimeout: step,
    socketTimeout: step,
    dnsTimeout: step,
  }
  return async () => (await import('nodemailer')).createTransport(options)
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The mail server did not respond in time.')), ms)
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}
