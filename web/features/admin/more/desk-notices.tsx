import { queryOptions, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { admin, type Notices } from '#contract/admin.ts'
import { call } from '#web/api/call.ts'
import { forDesk } from '../session/desk-session.ts'

const noticesQuery = queryOptions({
  queryKey: [admin.notices.path],
  queryFn: ({ client }) => forDesk(client, call(admin.notices)),
})

/** What the owner has to be warned of, at the head of the desk; nothing when there is nothing. */
export function DeskNotices() {
  const { data } = useQuery(noticesQuery)
  const warnings = data ? warningsOf(data) : []
  if (warnings.length === 0) return null
  return (
    <section aria-label="Notices" className="grid gap-2 pt-6">
      {warnings.map(([name, words]) => (
        <p key={name} className="flex items-start gap-2.5 rounded-2xl border border-yolk bg-yolk-pale px-4 py-3">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-yolk-deep" />
          <span>{words}</span>
        </p>
      ))}
    </section>
  )
}

const LINK = 'font-semibold underline underline-offset-4'

function warningsOf(notices: Notices): [name: string, words: ReactNode][] {
  const mails = (
    <a href="#mails" className={LINK}>
      Read them
    </a>
  )
  const all: [name: string, isDue: boolean, words: ReactNode][] = [
    [
      'disk',
      notices.scarceMegabytes !== null,
      `Only ${notices.scarceMegabytes} MB are left on the shop’s disk. When it is full, no order can be kept: please make room.`,
    ],
    ['alert', notices.providerAlert !== null, notices.providerAlert],
    [
      'refunds',
      notices.failedRefunds > 0,
      <>
        {count(notices.failedRefunds, 'refund')} failed.{' '}
        <a href="#orders?status=needs-attention" className={LINK}>
          Please look at the orders.
        </a>
      </>,
    ],
    [
      'mail',
      !notices.mailConfigured,
      <>Mail is not set up: mails wait here and reach nobody. Set SMTP_URL and MAIL_FROM. {mails}</>,
    ],
    [
      'given up',
      notices.givenUpMails > 0,
      <>
        {count(notices.givenUpMails, 'mail')} could not be sent. {mails}
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
      'proxy',
      notices.forwardedWithoutTrust,
      'A proxy stands before the shop and TRUST_PROXY is not set: all visitors count as one address. Set it to the proxy.',
    ],
  ]
  return all.filter(([, isDue]) => isDue).map(([name, , words]) => [name, words])
}

function count(many: number, what: string): string {
  return `${many} ${what}${many === 1 ? '' : 's'}`
}
