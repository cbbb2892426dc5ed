import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type PasskeyList, passkeys } from '#contract/passkeys.ts'
import { canUsePasskeys } from '#web/api/can-use-passkeys.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { QueryPage } from '../shared/query-page.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { PasskeyRows } from './passkey-rows.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'

export function PasskeysPage() {
  return (
    <QueryPage
      title="Passkeys"
      loading="Loading passkeys…"
      failed="The passkeys could not be loaded."
      query={useQuery({ ...query(passkeys.list), staleTime: 0 })}
    >
      {(list) => <Passkeys list={list} />}
    </QueryPage>
  )
}

function Passkeys({ list }: { list: PasskeyList }) {
  const { personId, secondFactor } = list
  const own = list.passkeys.filter((passkey) => passkey.personId === personId)
  const whyNot = list.whyNot ?? (canUsePasskeys() ? null : OLD_BROWSER)
  const isFarmer = secondFactor !== null
  const working = own.filter(({ stoppedAt }) => stoppedAt === null)
  const isMoved = working.length > 0 && working.every(({ worksHere }) => !worksHere)
  return (
    <>
      <p className="mb-4 max-w-prose text-bark-deep">
        A passkey opens the desk with your fingerprint, your face or your phone’s PIN. Nobody can
        guess it, and it works only at {location.hostname}.{' '}
        {!isFarmer && 'With one you can sign in even if you lose the farmer’s link.'}
        {secondFactor?.since === null && 'Your password still works.'}
      </p>
      {isMoved && (
        <p className="mb-4 max-w-prose rounded-2xl bg-yolk-pale px-4 py-3 text-yolk-deep">
          The shop has another name than when you made your passkeys: none of them works at{' '}
          {location.hostname}. {whyNot === null && 'Add a new one here, then remove the old ones.'}
        </p>
      )}
      {own.length === 0 ? (
        <ListEmpty text="You have no passkey yet." />
      ) : (
        <PasskeyRows at="passkeys" passkeys={own} />
      )}
      {whyNot === null ? (
        <Button className="mt-4 pl-4" onClick={() => openDialog('passkeys/new')}>
          <Plus aria-hidden="true" className="size-5" />
          Add a passkey
        </Button>
      ) : (
        <p className="mt-4 max-w-prose">{whyNot}</p>
      )}
      {secondFactor && <SecondFactorCard state={secondFactor} passkeys={own} />}
      {whyNot === null && (
        <DialogAt address="passkeys/new">
          {(dialog) => <AddPasskeyDialog {...dialog} asksPassword={isFarmer} />}
        </DialogAt>
      )}
    </>
  )
}

const OLD_BROWSER =
  'This browser is too old to make a passkey. Update it, or open the desk in another one.'
