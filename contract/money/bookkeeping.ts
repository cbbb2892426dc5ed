import { nameKey } from '../text/visible-text.ts'
import type { TenderKind } from './tender-kinds.ts'

export const BOOK_FORMS = {
  plain: 'Spreadsheet',
  quickbooks: 'QuickBooks Online',
  xero: 'Xero',
} as const
export type JournalForm = Exclude<keyof typeof BOOK_FORMS, 'plain'>

const ACCOUNTS = {
  Card: 'Stripe Clearing',
  Cash: 'Cash on Hand',
  Check: 'Undeposited Funds',
  'Card fees': 'Merchant Fees',
  Sales: 'Farm Sales',
  'Sales tax': 'Sales Tax Payable',
  'Xero tax rate': 'Tax Exempt',
} as const

/** One line each, such as `Card: Stripe Clearing`; for Xero the account's code. */
export const DEFAULT_ACCOUNTS: string = Object.entries(ACCOUNTS)
  .map(([name, account]) => `${name}: ${account}`)
  .join('\n')

/** By the text before the first colon; in QuickBooks a second colon names a sub-account. */
export type Accounts = ReadonlyMap<string, string>

const LINE = /^([^:]+):(.+)$/

export function readAccounts(text: string): Accounts {
  const lines = text.split('\n').flatMap((line) => {
    const [, name = '', account = ''] = LINE.exec(line) ?? []
    return account.trim() === '' ? [] : [[nameKey(name), account.trim()] as const]
  })
  return new Map(lines)
}

export function wrongInAccounts(text: string): string | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const isRight = lines.every((line) => readAccounts(line).size === 1)
  return isRight ? null : 'Please write one account on each line, such as Cash: Cash on Hand.'
}

export function accountOf(accounts: Accounts, name: keyof typeof ACCOUNTS): string {
  return accounts.get(nameKey(name)) ?? ACCOUNTS[name]
}

/** The account of a way to pay: its own line, else that of its kind, else its name. */
export function accountOfWay(
  accounts: Accounts,
  { kind, way }: { kind: TenderKind; way: string },
): string {
  const own = accounts.get(nameKey(way))
  if (own !== undefined || kind === 'other') return own ?? way
  return accountOf(accounts, kind === 'card' ? 'Card' : kind === 'cash' ? 'Cash' : 'Check')
}
