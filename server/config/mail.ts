import { z } from 'zod'
import { readSender, type Sender } from '#contract/mail/mail-address.ts'

/** `alwaysTls`: nothing is sent in the clear, but to this machine itself. */
export type MailPlace = { url: string; from: Sender; alwaysTls?: true }

export const mailVariables = {
  SMTP_URL: z
    .string()
    .refine(isMailServer, 'must be a mail server, such as smtp://user:password@mail.example:587')
    .optional(),
  MAIL_FROM: z
    .string()
    .transform(readSender)
    .refine((sender) => sender !== null, 'must be an address, such as orders@farm.example')
    .optional(),
}

type Variables = z.output<z.ZodObject<typeof mailVariables>>

export function checkMailPair(
  known: Variables,
  wrong: (name: keyof Variables, message: string) => void,
): void {
  if (known.SMTP_URL && !known.MAIL_FROM)
    wrong('MAIL_FROM', 'must be set with SMTP_URL: the address emails come from')
  if (known.MAIL_FROM && !known.SMTP_URL)
    wrong('SMTP_URL', 'must be set with MAIL_FROM: the server that sends emails')
}

export function mailPlaceOf({ SMTP_URL: url, MAIL_FROM: from }: Variables): MailPlace | null {
  return url && from ? { url, from } : null
}

function isMailServer(text: string): boolean {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return false
  try {
    const { hostname, username, password } = new URL(text)
    return hostname !== '' && decodeURIComponent(username + password) !== null
  } catch {
    return false
  }
}
