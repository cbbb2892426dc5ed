import { BooksPart } from './books-part.tsx'
import { MailsPart } from './mails-part.tsx'

/** The parts of the desk that have an address and no tab. */
export const MORE_PARTS = [
  { hash: 'books', label: 'Books', Part: BooksPart },
  { hash: 'mails', label: 'Mails', Part: MailsPart },
] as const
