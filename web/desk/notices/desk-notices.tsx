import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { admin, type Notices, type Overdue } from '#contract/admin.ts'
import { query } from '#web/api/query.ts'
import { Notice } from '../shared/notice.tsx'
import { MissedOrders } from './missed-orders.tsx'

export function DeskNotices() {
  const { data } = useQuery(query(admin.notices))
  const warnings = data ? warningsOf(data) : []
  const missed = data?.missedOrders ?? []
  if (warnings.length + missed.length === 0) return null
  return (
    <section aria-label="Notices" className="grid gap-2 pt-6">
      <MissedOrders list={missed} />
      {warnings.map(([name, label]) => (
        <Notice key={name} tone="warning">
          {label}
        </Notice>
      ))}
    </section>
  )
}

const LINK = 'font-semibold underline underline-offset-4'

function warningsOf(notices: Notices): [name: string, text: ReactNode][] {
  const mails = (
    <a href="#mails" className={LINK}>
      Read them
    </a>
  )
  const all: [name: string, isDue: boolean, text: ReactNode][] = [
    [
      'disk',
      notices.scarceMegabytes !== null,
      `Only ${notices.scarceMegabytes} MB are left on the shop’s disk. When it is full, no orders can be taken, so please free up space.`,
    ],
    ...notices.overdue.map((what): [string, boolean, ReactNode] => [
      `overdue ${what}`,
      true,
      OVERDUE_LABELS[what],
    ]),
    ['alert', notices.providerAlert !== null, notices.providerAlert],
    [
      'refunds',
      notices.failedRefunds > 0,
      <>
        {count(notices.failedRefunds, 'refund')} failed.{' '}
        <a href="#orders?status=needs-attention" className={LINK}>
          Please check the orders.
        </a>
      </>,
    ],
    [
      'mail',
      !notices.mailConfigured,
      <>
        Email is not set up, so emails wait here and reach nobody. Set SMTP_URL and MAIL_FROM.{' '}
        {mails}
      </>,
    ],
    [
      'contacts',
      notices.unsaidContacts.length > 0,
      <>
        Customers cannot see {formatContacts(notices.unsaidContacts)} yet.{' '}
        <a href={`#settings/${notices.unsaidContacts[0] ?? ''}`} className={LINK}>
          Add it under Settings
        </a>
      </>,
    ],
    [
      'given up',
      notices.givenUpMails > 0,
      <>
        {count(notices.givenUpMails, 'email')} could not be sent. {mails}
      </>,
    ],
    [
      'given up replies',
      notices.givenUpReplies > 0,
      <>
        {count(notices.givenUpReplies, 'answer')} to a question could not be sent.{' '}
        <a href="#questions" className={LINK}>
          See the questions
        </a>
      </>,
    ],
    [
      'backup',
      notices.backupFailure !== null,
      <>
        The last backup failed.{' '}
        <a href="#backups" className={LINK}>
          See why
        </a>
      </>,
    ],
    [
      'made password',
      notices.passwordWarning === 'made',
      <>
        The desk still has the password the shop made at its first start, and that one is in the
        log.{' '}
        <a href="#password" className={LINK}>
          Please choose your own
        </a>
      </>,
    ],
    [
      'easy password',
      notices.passwordWarning === 'easy',
      'The desk’s password is easy to guess. Please set another ADMIN_PASSWORD and restart the shop.',
    ],
    [
      'guesses',
      notices.wrongTriesToday > 0,
      <>
        Someone tried {count(notices.wrongTriesToday, 'wrong password')} at the desk today.{' '}
        <a href="#history" className={LINK}>
          See from where
        </a>
      </>,
    ],
    [
      'proxy',
      notices.forwardedWithoutTrust,
      'The shop is behind a proxy, but TRUST_PROXY is not set, so all visitors count as one address. Set it to the proxy.',
    ],
  ]
  return all.filter(([, isDue]) => isDue).map(([name, , label]) => [name, label])
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
