import type { SendMailOptions } from 'nodemailer'
import { isMailAddress } from '#contract/mail/mail-address.ts'
import type { MailConfig } from '#server/config/services.ts'
import { errorMessage } from '#server/core/error-message.ts'
import { inTime } from '#server/core/in-time.ts'

export type Letter = {
  /** Stays the same when the mail is resent. */
  id: string
  to: string
  /** Null or no address: replies go to the sender. */
  replyTo: string | null
  subject: string
  text: string
  html: string
  /** What the QR code shown as `cid:code` says. */
  code?: string
  /** For one-click unsubscribe (RFC 8058). */
  leaveUrl?: string
}

export type Mailer = {
  /** Throws if it failed; after an error without a clear answer it may have been sent. */
  send(letter: Letter): Promise<void>
  close(): void
}

/** In ms: a step of the mail server, a whole mail, and a mail in flight when the shop closes. */
export type MailPatience = { step: number; mail: number; closing: number }

const PATIENCE: MailPatience = { step: 10_000, mail: 30_000, closing: 3000 }

/** The recipient isn't exactly one plain address; no such mail is sent. */
export class NotAnAddressError extends Error {}

/** `smtp://`: STARTTLS if offered, `smtps://`: TLS. The library loads with the first mail. */
export function smtpMail(place: MailConfig, patience: MailPatience = PATIENCE): Mailer {
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
        // A server's answer may quote what it was sent.
        throw withoutSecrets(error, place)
      })
      const answered = Promise.race([sending, closed])
      await inTime(patience.mail, answered, 'The mail server did not respond in time.')
    },
  }
}

/** GIF, which every mail program shows; embedded, so it works offline. */
async function drawCode(text: string) {
  const { encodeQR } = await import('qr')
  const picture = encodeQR(text, 'gif', { border: 4, ecc: 'medium', scale: 8 })
  return { cid: 'code', filename: 'pickup-pass.gif', content: Buffer.from(picture) }
}

/** Mail programs show a button for these. @throws TypeError if it isn't a URL */
function leaveHeaders(address: string): Record<string, string> {
  return {
    'list-unsubscribe': `<${new URL(address).href}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  }
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/

/** Passwords go to other machines over TLS only. */
function opening({ url: text, alwaysTls }: MailConfig, step: number) {
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

/** Without the password, plain or encoded, which a server may repeat. */
function withoutSecrets(error: unknown, { url }: MailConfig): unknown {
  const { username, password } = new URL(url)
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  if (secret === '' || !(error instanceof Error)) return error
  const forms = [secret, base64(secret), base64(`\0${user}\0${secret}`), password]
  const cleaned = (text: string) => forms.reduce((left, form) => left.replaceAll(form, '…'), text)
  const { code, responseCode, response } = factsOf(error)
  return Object.assign(new Error(cleaned(error.message)), {
    ...(code === undefined ? {} : { code }),
    ...(responseCode === undefined ? {} : { responseCode }),
    ...(response === undefined ? {} : { response: cleaned(response) }),
  })
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

type Facts = { code?: string; response?: string; responseCode?: number }

function factsOf(error: unknown): Facts {
  return error instanceof Error ? (error as Facts) : {}
}

const REFUSED = /ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH/
const UNKNOWN_HOST = /ENOTFOUND|EAI_AGAIN|EBADNAME/
const NO_ANSWER = /ETIMEDOUT|Greeting never received|Connection timeout|did not respond in time/i
const NOT_TLS = /wrong version number|packet length too long|unknown protocol|EPROTO/i
const BAD_CERTIFICATE = /certificate|altname|self.signed|CERT_/i
const NO_STARTTLS = /STARTTLS|ETLS/i

export function explainMailFailure(error: unknown, { url }: MailConfig): string {
  const { hostname, port } = new URL(url)
  const { code = '', response } = factsOf(error)
  const what = `${code} ${errorMessage(error)}`
  const reply = response ? ` It said: “${response.replace(/\s+/g, ' ').slice(0, 200)}”` : ''
  if (code === 'EAUTH') return `The mail server did not accept the user name and password.${reply}`
  if (code === 'EENVELOPE')
    return `The mail server refused the sender’s or the recipient’s address.${reply}`
  if (UNKNOWN_HOST.test(what))
    return `There is no mail server called ${hostname}. Please check its name.`
  if (NOT_TLS.test(what))
    return `Port ${port} of ${hostname} does not begin with TLS. Please choose the other kind of encryption, or another port.`
  if (BAD_CERTIFICATE.test(what))
    return `${hostname} could not prove that it is ${hostname} (${errorMessage(error)}). Please check its name.`
  if (NO_STARTTLS.test(what))
    return `${hostname} offers no encryption on port ${port}, and the shop sends no email in the clear. Please choose TLS, or another port.${reply}`
  if (REFUSED.test(what))
    return `Nobody answers at ${hostname} on port ${port}. Please check the name and the port.`
  if (NO_ANSWER.test(what))
    return `${hostname} did not answer on port ${port} in time. Please check the name and the port; some networks block port 25.`
  return reply
    ? `The mail server refused the test email.${reply}`
    : `No email could be sent: ${errorMessage(error)}`
}
