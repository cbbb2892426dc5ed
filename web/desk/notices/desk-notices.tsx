import { useQuery } from '@tanstack/react-query'
import { admin, type Notices, type Overdue } from '#contract/admin.ts'
import { query } from '#web/api/query.ts'
import { Notice } from '../shared/notice.tsx'
import { MissedOrders } from './missed-orders.tsx'

type Warning = { name: string; text: string; link?: Link | undefined }
type Link = [href: string, label: string]

export function DeskNotices() {
  const { data } = useQuery(query(admin.notices))
  const warnings = data ? [...warningsOfWork(data), ...warningsOfAccess(data)] : []
  const missed = data?.missedOrders ?? []
  if (warnings.length + missed.length === 0) return null
  return (
    <section aria-label="Notices" className="grid gap-2 pt-6">
      <MissedOrders list={missed} />
      {warnings.map(({ name, text, link }) => (
        <Notice key={name} tone="warning">
          {text}
          {link && <WarningLink to={link} />}
        </Notice>
      ))}
    </section>
  )
}

function WarningLink({ to: [href, label] }: { to: Link }) {
  return (
    <>
      {' '}
      <a href={href} className="font-semibold underline underline-offset-4">
        {label}
      </a>
    </>
  )
}

function warn(name: string, isDue: boolean, text: string, link?: Link): Warning[] {
  return isDue ? [{ name, text, link }] : []
}

const READ_MAILS: Link = ['#mails', 'Read them']
const NO_MAIL =
  'Email is not set up, so emails wait here and reach nobody. Set SMTP_URL and MAIL_FROM.'

function warningsOfWork(notices: Notices): Warning[] {
  const { scarceMegabytes, providerAlert, failedRefunds, unsaidContacts } = notices
  const full = `Only ${scarceMegabytes} MB are left on the shop’s disk. When it is full, no orders can be taken, so please free up space.`
  const unseen = `Customers cannot see ${formatContacts(unsaidContacts)} yet.`
  const unsent = `${count(notices.givenUpMails, 'email')} could not be sent.`
  const unanswered = `${count(notices.givenUpReplies, 'answer')} to a question could not be sent.`
  return [
    ...warn('disk', scarceMegabytes !== null, full),
    ...notices.overdue.flatMap((what) => warn(`overdue ${what}`, true, OVERDUE_LABELS[what])),
    ...warn('alert', providerAlert !== null, providerAlert ?? ''),
    ...warn('refunds', failedRefunds > 0, `${count(failedRefunds, 'refund')} failed.`, [
      '#orders?status=needs-attention',
      'Please check the orders.',
    ]),
    ...warn('mail', !notices.mailConfigured, NO_MAIL, READ_MAILS),
    ...warn('contacts', unsaidContacts.length > 0, unseen, [
      `#settings/${unsaidContacts[0] ?? ''}`,
      'Add it under Settings',
    ]),
    ...warn('given up', notices.givenUpMails > 0, unsent, READ_MAILS),
    ...warn('given up replies', notices.givenUpReplies > 0, unanswered, [
      '#questions',
      'See the questions',
    ]),
    ...warn('backup', notices.backupFailure !== null, 'The last backup failed.', [
      '#backups',
      'See why',
    ]),
  ]
}

const MADE_PASSWORD =
  'The desk still has the password the shop made at its first start, and that one is in the log.'
const EASY_PASSWORD =
  'The desk’s password is easy to guess. Please set another ADMIN_PASSWORD and restart the shop.'
const UNTRUSTED_PROXY =
  'The shop is behind a proxy, but TRUST_PROXY is not set, so all visitors count as one address. Set it to the proxy.'

function warningsOfAccess(notices: Notices): Warning[] {
  const { passwordWarning, wrongTriesToday } = notices
  const guessed = `Someone tried ${count(wrongTriesToday, 'wrong password')} at the desk today.`
  return [
    ...warn('made password', passwordWarning === 'made', MADE_PASSWORD, [
      '#password',
      'Please choose your own',
    ]),
    ...warn('easy password', passwordWarning === 'easy', EASY_PASSWORD),
    ...warn('guesses', wrongTriesToday > 0, guessed, ['#history', 'See from where']),
    ...warn('proxy', notices.forwardedWithoutTrust, UNTRUSTED_PROXY),
  ]
}

const OVERDUE_LABELS: Record<Overdue, string> = {
  capture:
    'An order’s payment has not been collected for over an hour. The shop keeps trying; please check with your card provider.',
  refund:
    'A refund has not reached the card provider for over an hour. The shop keeps trying; please check with your card provider.',
  release:
    'A hold on a card has not been released for over an hour. The shop keeps trying; please check with your card provider.',
  mail: 'Emails have been waiting for over an hour. The shop keeps trying; please check with your email service.',
  backup: 'Last night’s backup was not made. Please make one under Backups.',
}

const CONTACTS: Record<Notices['unsaidContacts'][number], string> = {
  contact_phone: 'a phone number',
  contact_email: 'an email address',
  business_address: 'the farm’s address',
  business_hours: 'opening hours',
}

const OR = new Intl.ListFormat('en-US', { type: 'disjunction' })

function formatContacts(keys: Notices['unsaidContacts']): string {
  return OR.format(keys.map((key) => CONTACTS[key]))
}

function count(many: number, what: string): string {
  return `${many} ${what}${many === 1 ? '' : 's'}`
}
