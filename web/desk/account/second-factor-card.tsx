import { type Passkey, type PasskeyList, passkeys, TRIED_MINUTES } from '#contract/passkeys.ts'
import { call } from '#web/api/call.ts'
import { canUsePasskeys } from '#web/api/can-use-passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '../shared/card.tsx'
import { DialogAt, type DialogProps, openDialog } from '../shared/dialog-at.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { useSignInByPasskey } from './passkey-sign-in.tsx'
import { PasswordDialog } from './password-dialog.tsx'

type SecondFactorProps = {
  state: NonNullable<PasskeyList['secondFactor']>
  passkeys: readonly Passkey[]
}

export function SecondFactorCard({ state, passkeys: own }: SecondFactorProps) {
  const { formatMoment } = useFarmDates()
  return (
    <Card aria-labelledby="second-factor" className="mt-8 grid max-w-xl gap-3">
      <h3 id="second-factor" className="text-xl">
        {state.since === null ? 'The password alone opens the desk' : 'A passkey is needed'}
      </h3>
      {state.since === null ? (
        <Off isTried={state.isTried} canTry={own.some(({ worksHere }) => worksHere)} />
      ) : (
        <>
          <p>
            Since {formatMoment(state.since)} the farmer signs in with a passkey; the password alone
            opens nothing. If the passkey is lost, this command on the server lets the password in
            again: <code className="font-semibold">npm run passkeys:off</code>
          </p>
          <Button
            variant="quiet"
            className="justify-self-start"
            onClick={() => openDialog('passkeys/off')}
          >
            Let the password alone sign in
          </Button>
          <DialogAt address="passkeys/off">{(dialog) => <OffDialog {...dialog} />}</DialogAt>
        </>
      )}
    </Card>
  )
}

function Off({ isTried, canTry }: { isTried: boolean; canTry: boolean }) {
  const attempt = useSignInByPasskey()
  const on = useChange({
    send: () => call(passkeys.switchOn),
    ...{ done: 'From now on a passkey is needed', failed: 'Nothing was changed' },
    refreshes: [passkeys.list],
  })
  return (
    <>
      <p>
        You can require a passkey as well, so that someone who learns your password still cannot get
        in. Keep a second passkey in a safe place in case you lose your phone.
      </p>
      {!canTry && <p className="text-bark-deep">Add a passkey first.</p>}
      {canTry && !isTried && canUsePasskeys() && (
        <>
          <p className="text-bark-deep">
            First make sure yours works: try it here. You then have {TRIED_MINUTES} minutes to turn
            this on.
          </p>
          <Button
            variant="quiet"
            className="justify-self-start"
            busy={attempt.isPending}
            onClick={() => attempt.mutate()}
          >
            {attempt.isPending ? 'Waiting for the passkey…' : 'Try my passkey'}
          </Button>
        </>
      )}
      {canTry && isTried && (
        <Button className="justify-self-start" busy={on.isPending} onClick={() => on.mutate()}>
          Ask for a passkey from now on
        </Button>
      )}
    </>
  )
}

function OffDialog(dialog: DialogProps) {
  const off = useChange({
    send: (currentPassword: string) => call(passkeys.switchOff, { body: { currentPassword } }),
    ...{ done: 'The password alone signs in again', failed: 'Nothing was changed' },
    refreshes: [passkeys.list],
    isSecret: true,
    onDone: dialog.onClose,
  })
  return (
    <PasswordDialog
      {...dialog}
      title="Let the password alone sign in?"
      description="Whoever knows the password can open the desk again. Your passkeys keep working."
      change={off}
      save={{ label: 'Let it in', busy: off.isPending }}
    />
  )
}
