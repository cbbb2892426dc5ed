import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { emailAddress, plainText } from '../shapes.ts'
import { visibleLine } from '../text/visible-text.ts'
import { readSender } from './mail-address.ts'

/** TLS from the first byte (usually port 465), or after STARTTLS (usually port 587). */
export const MAIL_TLS = ['tls', 'starttls'] as const
export type MailTls = (typeof MAIL_TLS)[number]

/** What to do with waiting emails once a mail server is set: send the last day's, or drop all. */
const WAITING_MAILS = ['send-recent', 'drop'] as const
export type WaitingMails = (typeof WAITING_MAILS)[number]

const HOST = /^(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|\[?[\da-f:.]{2,45}\]?)$/i

const host = z
  .string('Please enter the mail server’s name.')
  .check(
    z.overwrite(visibleLine),
    z.regex(HOST, 'Please enter the mail server’s name only, such as smtp.example.com.'),
  )

const port = z
  .int('Please enter the port, a number such as 587.')
  .check(
    z.minimum(1, 'A port is a number from 1 to 65535.'),
    z.maximum(65_535, 'A port is a number from 1 to 65535.'),
  )

const LONGEST = 300
const tooLong = `At most ${LONGEST} characters, please.`

export const mailChange = z.strictObject({
  host,
  port,
  tls: z.enum(MAIL_TLS, 'Please choose how the connection is encrypted.'),
  user: plainText(LONGEST, 'Please enter the user name.').check(z.trim()),
  /** If absent, keeps the stored one, provided server and user are the same. */
  password: z.optional(z.string().check(z.maxLength(LONGEST, tooLong))),
  from: z.string('Please enter the address emails come from.').check(
    z.overwrite(visibleLine),
    z.refine(
      (text) => readSender(text) !== null,
      'Please enter an address, such as orders@farm.example or Our Farm <orders@farm.example>.',
    ),
  ),
  testTo: emailAddress('Please enter where the test email should go.'),
  waited: z.optional(z.enum(WAITING_MAILS)),
})
export type MailChange = z.output<typeof mailChange>

const mailSetup = z.object({
  /** 'environment' means the server's variables, which win; null: not set. */
  setBy: z.nullable(z.enum(['environment', 'desk'])),
  /** Null if it can be set at the desk. */
  whyNot: z.nullable(z.string()),
  host: z.string(),
  port: z.int(),
  tls: z.enum(MAIL_TLS),
  user: z.string(),
  hasPassword: z.boolean(),
  from: z.string(),
  /** The farm's own address, for a test email. */
  testTo: z.string(),
  waiting: z.object({ recent: z.int(), older: z.int() }),
})
export type MailSetup = z.output<typeof mailSetup>

export const mailSettings = {
  show: deskEndpoint('never', 'GET /api/admin/mail', {
    summary: 'The mail server and who set it; never its password.',
    output: mailSetup,
  }),
  change: deskEndpoint('always', 'PUT /api/admin/mail', {
    summary: 'Sets the mail server once it has sent a test email.',
    body: mailChange,
    output: mailSetup,
  }),
  remove: deskEndpoint('always', 'POST /api/admin/mail/removal', {
    summary: 'Forgets the mail server set at the desk; emails wait again.',
    output: mailSetup,
  }),
}
