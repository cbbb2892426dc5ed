import { useQuery } from '@tanstack/react-query'
import { type MailSetup, mailSettings } from '#contract/mail/mail-setup.ts'
import { admin } from '#contract/people/admin.ts'
import { firstStepsOf } from '#contract/settings/first-steps.ts'
import { call, query } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SettingCards } from '../settings/setting-cards.tsx'
import { Card, QueryStates } from '../shared/card.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { Facts } from '../shared/facts.tsx'
import { ActionDialog } from '../shared/form-dialog.tsx'
import { CardsCard } from './cards-card.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { PickupPayCard } from './pickup-pay-card.tsx'

export function EmailPage() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <QueryStates what="the email settings" query={useQuery(query(mailSettings.show))}>
        {(mail) => <MailCard mail={mail} />}
      </QueryStates>
      <SettingCards sections={['Emails']} />
    </div>
  )
}

export function TakingMoneyPage() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <CardsCard />
      <PickupPayCard />
      <SettingCards sections={['Limits for pay at pickup', 'Taking money', 'Sales tax']} />
    </div>
  )
}

function MailCard({ mail }: { mail: MailSetup }) {
  const { setBy, whyNot } = mail
  return (
    <Card aria-labelledby="setup-mail" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="setup-mail" className="text-xl">
          Your email provider
        </h3>
        <Badge variant={setBy ? 'default' : 'secondary'}>{setBy ? 'Set up' : 'Not set up'}</Badge>
      </div>
      {setBy ? <MailFacts mail={mail} /> : <p>{NO_MAIL}</p>}
      <Waiting {...mail} />
      {whyNot ? (
        <p className="text-bark-deep">{whyNot}</p>
      ) : (
        <>
          <div className="flex flex-wrap gap-3">
            <Button
              variant={setBy ? 'quiet' : 'primary'}
              onClick={() => openDialog('email/server')}
            >
              {setBy ? 'Change' : 'Set up email'}
            </Button>
            {setBy && (
              <Button variant="plain" className="text-beet" onClick={() => openDialog('email/off')}>
                Turn off
              </Button>
            )}
          </div>
          <DialogAt address="email/server">
            {(dialog) => <MailDialog mail={mail} {...dialog} />}
          </DialogAt>
          <DialogAt address="email/off">
            {(dialog) => (
              <ActionDialog
                {...dialog}
                title="Turn email off?"
                description="The server and its password are forgotten. Emails stop going out and wait here."
                button="Turn off"
                send={() => call(mailSettings.remove)}
                done="Email is off"
                failed="Email settings not changed"
                refreshes={[mailSettings.show, firstStepsOf.show, admin.notices]}
              />
            )}
          </DialogAt>
        </>
      )}
    </Card>
  )
}

const NO_MAIL =
  'Emails aren’t going out yet: confirmations, reminders and newsletters wait here. Your email provider tells you the server, port, user and password to enter.'

function MailFacts({ mail }: { mail: MailSetup }) {
  const { host, port, tls, user, hasPassword, from, setBy } = mail
  const facts: [string, string][] = [
    ['From', from],
    ['Server', `${host}, port ${port}, ${tls === 'tls' ? 'TLS' : 'STARTTLS'}`],
    ['User', user === '' ? 'None' : user],
    ['Password', hasPassword ? 'Set, never shown' : 'None'],
    ['Set by', setBy === 'environment' ? 'SMTP_URL on the server' : 'You, here'],
  ]
  return <Facts facts={facts} />
}

function Waiting({ setBy, waiting: { recent, older } }: MailSetup) {
  if (setBy || recent + older === 0) return null
  return (
    <p className="text-bark-deep">
      {recent + older === 1 ? '1 email waits' : `${recent + older} emails wait`}, {recent} of them
      from the last day. You choose what to send when email is set up.{' '}
      <a href="#mails" className="font-semibold underline underline-offset-4">
        Read them
      </a>
    </p>
  )
}
