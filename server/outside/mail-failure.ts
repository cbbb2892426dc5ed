import type { MailPlace } from '#server/config/mail.ts'
import { errorMessage } from '#server/core/error-message.ts'

/** The same failure, without the password wherever a server repeats it, also as it was encoded. */
export function withoutSecrets(error: unknown, { url }: MailPlace): unknown {
  const { username, password } = new URL(url)
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  if (secret === '' || !(error instanceof Error)) return error
  const forms = [secret, base64(secret), base64(`\0${user}\0${secret}`), password]
  const cleaned = (text: string) => forms.reduce((left, form) => left.replaceAll(form, '…'), text)
  const { code, responseCode } = factsOf(error)
  const answer = factsOf(error).response
  return Object.assign(new Error(cleaned(error.message)), {
    ...(code === undefined ? {} : { code }),
    ...(responseCode === undefined ? {} : { responseCode }),
    ...(answer === undefined ? {} : { response: cleaned(answer) }),
  })
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

type Facts = { code?: string; response?: string; responseCode?: number; reason?: string }

function factsOf(error: unknown): Facts {
  return error instanceof Error ? (error as Facts) : {}
}

const REFUSED = /ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH/
const UNKNOWN_HOST = /ENOTFOUND|EAI_AGAIN|EBADNAME/
const NO_ANSWER = /ETIMEDOUT|Greeting never received|Connection timeout|did not respond in time/i
const NOT_TLS = /wrong version number|packet length too long|unknown protocol|EPROTO/i
const BAD_CERTIFICATE = /certificate|altname|self.signed|CERT_/i
const NO_STARTTLS = /STARTTLS|ETLS/i

export function explainMailFailure(error: unknown, { url }: MailPlace): string {
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
    ? `The mail server refused the test letter.${reply}`
    : `No email could be sent: ${errorMessage(error)}`
}
