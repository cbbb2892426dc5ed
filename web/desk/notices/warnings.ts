import {
  BadgeDollarSign,
  Clock,
  HardDriveDownload,
  KeyRound,
  MailQuestionMark,
  MailX,
  MessageCircleWarning,
  PhoneOff,
  TriangleAlert,
  Unplug,
} from 'lucide-react'
import type { Fault, Notices, Overdue } from '#contract/people/admin.ts'
import type { Work } from '../shared/work-row.tsx'

/** A failure unless it says otherwise. */
type WarningText = Omit<Work, 'name' | 'tone'> & Partial<Pick<Work, 'tone'>>

function warn(name: string, isDue: boolean, text: WarningText): Work[] {
  return isDue ? [{ name, tone: 'failure', ...text }] : []
}

/** Most harmful first. */
export function warningsOf(notices: Notices): Work[] {
  return [...warningsOfWork(notices), ...warningsOfMail(notices), ...warningsOfAccess(notices)]
}

function warningsOfWork(notices: Notices): Work[] {
  const { scarceMegabytes, providerAlert, failedRefunds, demoForMoney, newerRelease } = notices
  return [
    ...notices.faults.flatMap((what) => warn(`fault ${what}`, true, FAULTS[what])),
    ...warn('disk', scarceMegabytes !== null, {
      Icon: HardDriveDownload,
      title: `Only ${scarceMegabytes} MB are left on the disk`,
      detail: 'When it is full, no orders can be taken, so please free up space.',
    }),
    ...notices.overdue.flatMap((what) => warn(`overdue ${what}`, true, OVERDUE[what])),
    ...warn('alert', providerAlert !== null, {
      Icon: BadgeDollarSign,
      title: 'A message about card payments',
      detail: providerAlert ?? '',
    }),
    ...warn('refunds', failedRefunds > 0, {
      Icon: BadgeDollarSign,
      title: failedRefunds === 1 ? 'A refund failed' : 'Refunds failed',
      detail: 'Please check the orders.',
      count: failedRefunds,
      href: '#orders?status=needs-attention',
    }),
    ...warn('release', newerRelease !== null, {
      tone: newerRelease?.isSecurity ? 'failure' : 'plain',
      Icon: HardDriveDownload,
      title: newerRelease?.isSecurity
        ? `Version ${newerRelease.version} is out and closes a security hole`
        : `Version ${newerRelease?.version} is out`,
      detail: 'See what’s new, and how to update',
      href: '#checkup',
    }),
    ...warn('demo', demoForMoney > 0, {
      tone: 'warning',
      Icon: BadgeDollarSign,
      title: 'Demo products are for sale',
      detail: 'Customers can order them for real money. Change them, or take them out.',
      count: demoForMoney,
      href: '#products',
    }),
    ...warn('hooks', notices.hooksGivenUp > 0, {
      Icon: Unplug,
      title: 'Another program is told nothing anymore',
      detail: 'It did not answer, or wants no more. See Connections.',
      count: notices.hooksGivenUp,
      href: '#connections',
    }),
    ...warn('backup', notices.backupFailure !== null, {
      Icon: HardDriveDownload,
      title: 'The last backup failed',
      detail: 'See why',
      href: '#backups',
    }),
  ]
}

function warningsOfMail(notices: Notices): Work[] {
  const { givenUpMails, givenUpReplies, missedLetters, unsaidContacts } = notices
  return [
    ...warn('given up', givenUpMails > 0, {
      Icon: MailX,
      title: givenUpMails === 1 ? 'An email could not be sent' : 'Emails could not be sent',
      detail: 'Read them and send them again',
      count: givenUpMails,
      href: '#mails',
    }),
    ...warn('given up replies', givenUpReplies > 0, {
      Icon: MessageCircleWarning,
      title:
        givenUpReplies === 1
          ? 'An answer to a question could not be sent'
          : 'Answers to questions could not be sent',
      detail: 'See the questions',
      count: givenUpReplies,
      href: '#questions',
    }),
    ...warn('missed letters', missedLetters > 0, {
      Icon: MailQuestionMark,
      title: missedLetters === 1 ? 'A newsletter missed its time' : 'Newsletters missed their time',
      detail: 'Decide whether to send it now',
      count: missedLetters,
      href: '#newsletter',
    }),
    ...warn('mail', !notices.mailConfigured, {
      tone: 'warning',
      Icon: MailX,
      title: 'Email is not set up',
      detail: 'Emails aren’t going out yet. Set it up, with a test email.',
      href: '#email',
    }),
    ...warn('anyone', notices.anyonePaysAtPickup && !notices.mailConfigured, {
      tone: 'warning',
      Icon: BadgeDollarSign,
      title: 'Anyone can order without paying',
      detail: 'Until email works, nobody has to open a link first. See the limits.',
      href: '#taking-money',
    }),
    ...warn('contacts', unsaidContacts.length > 0, {
      tone: 'warning',
      Icon: PhoneOff,
      title: 'Your shop is missing contact info',
      detail: `Customers cannot see ${OR.format(unsaidContacts.map((key) => CONTACTS[key]))} yet.`,
      href: `#settings/${unsaidContacts[0] ?? ''}`,
    }),
  ]
}

function warningsOfAccess({
  passwordWarning,
  wrongTriesToday,
  forwardedWithoutTrust,
}: Notices): Work[] {
  return [
    ...warn('made password', passwordWarning === 'made', {
      Icon: KeyRound,
      title: 'The desk still has the password the shop made',
      detail: 'It is in the log. Please choose your own.',
      href: '#password',
    }),
    ...warn('easy password', passwordWarning === 'easy', {
      Icon: KeyRound,
      title: 'The desk’s password is easy to guess',
      detail: 'Please set another ADMIN_PASSWORD and restart the shop.',
    }),
    ...warn('guesses', wrongTriesToday > 0, {
      Icon: KeyRound,
      title: `${wrongTriesToday === 1 ? 'Wrong password' : 'Wrong passwords'} entered today`,
      detail: 'See from where',
      count: wrongTriesToday,
      href: '#history',
    }),
    ...warn('proxy', forwardedWithoutTrust, {
      Icon: TriangleAlert,
      title: 'TRUST_PROXY is not set',
      detail:
        'The shop is behind a proxy, so all visitors count as one address. Set it to the proxy.',
    }),
  ]
}

const CHECK_PROVIDER = 'The shop keeps trying; please check with your card provider.'

const NO_ORDERS = 'No orders can be taken until this is over; the shop tries every second.'

const FAULTS: Record<Fault, WarningText> = {
  'disk-full': {
    Icon: HardDriveDownload,
    title: 'The disk is full: no orders can be taken',
    detail: 'Please free up space on the server. Orders resume by themselves.',
  },
  'database-held': {
    Icon: TriangleAlert,
    title: 'Another program holds the shop’s database',
    detail: NO_ORDERS,
  },
  'database-away': {
    Icon: TriangleAlert,
    title: 'The shop’s database cannot be written',
    detail: NO_ORDERS,
  },
  'card-key': {
    Icon: BadgeDollarSign,
    title: 'The card provider refuses the shop’s key: no cards can be taken',
    detail:
      'Please set a new one under Settings → Taking money. If the keys are set on the server, change STRIPE_SECRET_KEY there and restart the shop.',
  },
  clock: {
    Icon: Clock,
    title: 'The server’s clock may be wrong',
    detail:
      'Orders get their market day by it. Please compare date and time on the server (timedatectl).',
  },
}

const OVERDUE: Record<Overdue, WarningText> = {
  capture: {
    Icon: BadgeDollarSign,
    title: 'A payment has not been collected for over an hour',
    detail: CHECK_PROVIDER,
  },
  refund: {
    Icon: BadgeDollarSign,
    title: 'A refund has not gone out for over an hour',
    detail: CHECK_PROVIDER,
  },
  release: {
    Icon: BadgeDollarSign,
    title: 'A hold on a card has not been released for over an hour',
    detail: CHECK_PROVIDER,
  },
  mail: {
    Icon: MailX,
    title: 'Emails have been waiting for over ten minutes',
    detail: 'The shop keeps trying; please check with your email service.',
  },
  backup: {
    Icon: HardDriveDownload,
    title: 'Last night’s backup was not made',
    detail: 'Please make one under Settings › Backup.',
    href: '#backups',
  },
  copy: {
    Icon: HardDriveDownload,
    title: 'The last backup was not copied off the server',
    detail: 'See why',
    href: '#backups',
  },
}

const CONTACTS: Record<Notices['unsaidContacts'][number], string> = {
  contact_phone: 'a phone number',
  contact_email: 'an email address',
  business_address: 'the farm’s address',
  business_hours: 'opening hours',
}

const OR = new Intl.ListFormat('en-US', { type: 'disjunction' })
