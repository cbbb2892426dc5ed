import { useState } from 'react'
import {
  type CardsChange,
  cardSettings,
  cardsChange,
  KEY_PERMISSIONS,
  modeOf,
} from '#contract/money/cards.ts'
import { admin } from '#contract/people/admin.ts'
import { firstStepsOf } from '#contract/settings/first-steps.ts'
import { call } from '#web/api/call.ts'
import { TextField } from '#web/ui/field.tsx'
import { PasswordField } from '../account/password-field.tsx'
import { type DialogProps, useDraft } from '../shared/dialog-at.tsx'
import { errorsIn, useCheckedForm } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { useChange } from '../shared/use-change.ts'
import { WhyNot } from './mail-dialog.tsx'

type CardsDialogProps = DialogProps & { title: string; kind: 'test' | 'live' }

/** The two keys; the shop takes them once the check on the page behind passed. */
export function CardsDialog({ kind, ...dialog }: CardsDialogProps) {
  const [publishableKey, setPublishableKey] = useDraft('publishableKey', '')
  const [isWhole, setWhole] = useState(false)
  const save = useChange({
    send: (body: CardsChange) => call(cardSettings.change, { body }),
    done: () => ({ title: 'Checking the keys at Stripe' }),
    failed: 'The keys were not taken',
    refreshes: [cardSettings.show, firstStepsOf.show, admin.notices],
    isSecret: true,
    onDone: dialog.onClose,
  })
  const { form, send, errors, textOf, secret, field, forgetError } = useCheckedForm(save)
  const submit = () => {
    const body = { secretKey: textOf('secretKey'), publishableKey }
    send(errorsIn(cardsChange.safeParse(body)), body)
  }
  return (
    <FormDialog
      description="The shop tries the keys at Stripe first. Only if every step passes are they used, at once and without a restart; until then nothing changes."
      {...dialog}
      isTouched={() => publishableKey !== '' || textOf('secretKey') !== ''}
      form={form}
      onSubmit={submit}
      save={{ label: 'Check the keys', busy: save.isPending, busyLabel: 'Asking Stripe…' }}
    >
      <div className="grid gap-5">
        <WhereToFind kind={kind} />
        <PasswordField
          label="Secret key"
          hint={
            isWhole
              ? 'This key can do everything in your Stripe account; a restricted key is safer.'
              : `Starts with rk_${kind}_ (or sk_${kind}_).`
          }
          autoComplete="new-password"
          {...secret('secretKey')}
          onInput={(event) => {
            setWhole(event.currentTarget.value.trim().startsWith('sk_'))
            forgetError('secretKey')
          }}
        />
        <TextField
          label="Publishable key"
          required
          hint={`Starts with pk_${kind}_.`}
          autoCapitalize="none"
          spellCheck={false}
          {...field('publishableKey', publishableKey, setPublishableKey)}
        />
        {modeOf(publishableKey.trim()) === 'live' && <p className="text-bark-deep">{NO_MONEY}</p>}
        <WhyNot failure={save.error} errors={errors} />
      </div>
    </FormDialog>
  )
}

const NO_MONEY =
  'Live keys are checked without moving a cent. Whoever has both keys decides where money goes: require a passkey under People & sign-in, and we email you whenever they change.'

function WhereToFind({ kind }: { kind: 'test' | 'live' }) {
  return (
    <ol className="grid list-decimal grid-cols-1 gap-2 pl-5">
      <li>
        Open your account at{' '}
        <a
          href="https://dashboard.stripe.com/apikeys"
          target="_blank"
          rel="noreferrer"
          className="font-semibold underline underline-offset-4"
        >
          stripe.com
        </a>{' '}
        and {kind === 'test' ? 'turn its test mode on' : 'leave its test mode'}.
      </li>
      <li>
        Under “API keys”, create a restricted key and tick these, and nothing else:
        <ul className="mt-1 grid grid-cols-1 gap-x-4 sm:grid-cols-2">
          {KEY_PERMISSIONS.map(([resource, level]) => (
            <li
              key={resource}
              className="flex flex-wrap justify-between gap-x-3 border-b border-straw py-1"
            >
              <span>{resource}</span>
              <span className="font-semibold">{level}</span>
            </li>
          ))}
        </ul>
      </li>
      <li>Paste that key here, and the publishable key of the same page.</li>
    </ol>
  )
}
