import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive, Download } from 'lucide-react'
import {
  type Backup,
  type BackupDesk,
  backups,
  type PassphraseChange,
  passphraseChange,
} from '#contract/backups/backups.ts'
import { firstStepsOf } from '#contract/settings/first-steps.ts'
import { SETTINGS, type SettingKey, settingValue } from '#contract/settings/setting-table.ts'
import { formatTimeLeft } from '#contract/time/time-left.ts'
import { call, invalidate, query } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { formatBytes } from '#web/ui/format.ts'
import { Switch } from '#web/ui/switch.tsx'
import { PasswordField } from '../account/password-field.tsx'
import { deskSettingsQuery, useSaveSetting } from '../settings/settings-query.ts'
import { Card, CardList, CardRow, QueryPage } from '../shared/card.tsx'
import { DialogAt, type DialogProps, openDialog } from '../shared/dialog-at.tsx'
import { errorsIn, useCheckedForm } from '../shared/edit-form.ts'
import { ActionDialog, FormDialog } from '../shared/form-dialog.tsx'
import { Notice } from '../shared/notice.tsx'
import { ToolSelect } from '../shared/toolbar.tsx'
import { toastFailure, useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { useSetting } from '../shared/use-setting.ts'
import { CheckBackup } from './check-backup.tsx'
import { RestoreCard } from './restore-card.tsx'
import { restoreQuery } from './restore-query.ts'

/** How often to ask how a backup is going, in ms. */
const PACE = 1000

const backupsQuery = queryOptions({
  ...query(backups.show),
  refetchInterval: ({ state }) => (state.data?.running ? PACE : false),
})

export function BackupsPage() {
  return (
    <QueryPage what="backups" query={useQuery(backupsQuery)}>
      {(desk) => (
        <div className="grid grid-cols-1 gap-4">
          {desk.failure && <LastFailure what="The backup" failure={desk.failure} />}
          {desk.offSite?.failure && (
            <LastFailure what="The copy off the server" failure={desk.offSite.failure} />
          )}
          <div className="grid grid-cols-1 items-start gap-4 @min-[54rem]:grid-cols-2">
            <BackupNow desk={desk} />
            <div className="grid grid-cols-1 content-start gap-4">
              <NightlySettings nextNightly={desk.nextNightly} />
              <PassphraseCard desk={desk} />
            </div>
          </div>
          <CardList empty="No backups yet.">
            {desk.backups.map((backup) => (
              <BackupRow key={backup.name} backup={backup} />
            ))}
          </CardList>
          <TakeEverything />
          <RestoreCard file={`${desk.folder}/${desk.backups[0]?.name ?? 'farmstand-….tar.zst'}`} />
          <WhereTheyAre offSite={desk.offSite} />
        </div>
      )}
    </QueryPage>
  )
}

function TakeEverything() {
  return (
    <Card className="grid content-start gap-3">
      <h3 className="text-xl">Take everything with you</h3>
      <p>
        Orders, customers, subscribers, products, recipes and pages as files that any spreadsheet or
        browser opens. Your shop stays as it is.
      </p>
      <div>
        <a
          href={backups.everything.path}
          download
          data-asks-again
          className={buttonLook({ variant: 'quiet' })}
        >
          <Download aria-hidden="true" className="size-4.5" />
          Download everything
        </a>
      </div>
    </Card>
  )
}

type LastFailureProps = { what: string; failure: NonNullable<BackupDesk['failure']> }

function LastFailure({ what, failure }: LastFailureProps) {
  const { formatMoment } = useFarmDates()
  return (
    <Notice tone="failure" role="alert">
      {what} from {formatMoment(failure.at)} failed: {failure.message}
    </Notice>
  )
}

function WhereTheyAre({ offSite }: Pick<BackupDesk, 'offSite'>) {
  const { formatMoment } = useFarmDates()
  const elsewhere = offSite?.last
    ? `The one from ${formatMoment(offSite.last)} is also ${offSite.place}.`
    : `None of them is ${offSite?.place} yet.`
  return (
    <p className="text-bark-deep wrap-anywhere">
      The files are on the shop’s own server.{' '}
      {offSite ? elsewhere : 'Download one now and then and keep it somewhere else.'}
    </p>
  )
}

const MAKING = [backups.make.path]

function BackupNow({ desk: { running, backups: made } }: { desk: BackupDesk }) {
  const { formatMoment } = useFarmDates()
  const client = useQueryClient()
  const backUp = useMutation({
    mutationKey: MAKING,
    mutationFn: () => call(backups.make),
    onSuccess: (desk) => client.setQueryData(backupsQuery.queryKey, desk),
    onError: (failure) => toastFailure('No backup', failure),
  })
  const [newest] = made
  return (
    <Card className="grid content-start gap-3">
      <h3 className="text-xl">The whole shop in one file</h3>
      <p>{newest && `The latest is from ${formatMoment(newest.madeAt)}. `}The shop stays open.</p>
      <div>
        <Button
          busy={backUp.isPending || running !== null}
          // A second tap may come before the button is drawn as busy.
          onClick={() => client.isMutating({ mutationKey: MAKING }) > 0 || backUp.mutate()}
        >
          <Archive aria-hidden="true" className="size-4.5" />
          {running ? 'Backing up…' : 'Back up now'}
        </Button>
      </div>
      {running && <HowFar {...running} />}
    </Card>
  )
}

function HowFar({ done, total, secondsLeft }: NonNullable<BackupDesk['running']>) {
  return (
    <p className="grid gap-1">
      <progress
        aria-label="Backing up"
        max={Math.max(total, 1)}
        value={done}
        className="h-3 w-full accent-leaf"
      />
      <span className="text-[0.9375rem] text-bark-deep tabular-nums">
        {Math.floor((100 * done) / Math.max(total, 1))}%
        {secondsLeft !== null && `, ${formatTimeLeft(secondsLeft)}`}
      </span>
    </p>
  )
}

function BackupRow({ backup: { name, madeAt, bytes, kind, isEncrypted } }: { backup: Backup }) {
  const { formatMoment } = useFarmDates()
  const moment = formatMoment(madeAt)
  const { data: restore } = useQuery(restoreQuery)
  const canRestore = restore && !restore.whyNot && !restore.isWaiting && !restore.checking
  return (
    <CardRow className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2 pl-4">
      <span className="min-w-0 grow">
        <span className="block font-semibold">
          {moment} <span className="font-normal text-bark-deep">· {formatBytes(bytes)}</span>
        </span>
        <span className="block text-[0.9375rem] text-bark-deep wrap-anywhere">{name}</span>
      </span>
      <Badge variant={kind === 'nightly' ? 'default' : 'outline'}>
        {kind === 'nightly' ? 'Nightly' : 'Manual'}
      </Badge>
      {isEncrypted && <Badge variant="secondary">Encrypted</Badge>}
      {canRestore && (
        <Button
          variant="plain"
          className="ml-auto"
          aria-label={`Restore the backup from ${moment}`}
          onClick={() => {
            document.getElementById('go-back')?.scrollIntoView({ block: 'start' })
            openDialog(`backups/check/${name}`)
          }}
        >
          Restore…
        </Button>
      )}
      <a
        href={`${backups.download.path}?name=${encodeURIComponent(name)}`}
        download={name}
        data-asks-again
        aria-label={`Download the backup from ${moment}`}
        className={buttonLook({ variant: 'quiet' }, canRestore ? '' : 'ml-auto')}
      >
        <Download aria-hidden="true" className="size-4.5" />
        Download
      </a>
      <DialogAt address={`backups/check/${name}`} parent="backups">
        {(dialog) => <CheckBackup name={name} asksPassphrase={false} {...dialog} />}
      </DialogAt>
    </CardRow>
  )
}

function NightlySettings({ nextNightly }: { nextNightly: string | null }) {
  const { formatMoment } = useFarmDates()
  const { data: stored } = useQuery(deskSettingsQuery)
  const client = useQueryClient()
  const save = useSaveSetting('backup_nightly', () => void invalidate(client, backups.show))
  if (!stored) return null
  const value = save.isPending ? save.variables.value : settingValue(stored, 'backup_nightly')
  const isOn = value !== 'false'
  return (
    <Card className="grid content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-xl">Every night</h3>
        <Switch
          label={SETTINGS.backup_nightly.label}
          checked={isOn}
          busy={save.isPending}
          onChange={(wanted) => save.mutate({ value: wanted ? 'true' : 'false' })}
        />
      </div>
      <p>
        {isOn && nextNightly
          ? `The next one: ${formatMoment(nextNightly)}.`
          : 'Automatic backups are off.'}
      </p>
      {isOn && (
        <div className="flex flex-wrap gap-4">
          <RetentionChoice setting="backup_keep_daily" choices={[1, 3, 7, 14, 30]} />
          <RetentionChoice setting="backup_keep_weekly" choices={[0, 4, 8, 26, 52]} />
        </div>
      )}
      <p className="text-[0.9375rem] text-bark-deep">
        Older ones are deleted automatically; manual ones stay.
      </p>
    </Card>
  )
}

type RetentionChoiceProps = { setting: SettingKey; choices: readonly number[] }

function RetentionChoice({ setting, choices }: RetentionChoiceProps) {
  const stored = useSetting(setting)
  const save = useSaveSetting(setting)
  const value = save.isPending ? save.variables.value : stored
  const offered = [...new Set([...choices.map(String), value])]
  return (
    <ToolSelect
      label={SETTINGS[setting].label}
      value={value}
      options={offered.map((many) => [many, many] as const)}
      onChoose={(many) => save.mutate({ value: many })}
    />
  )
}

function PassphraseCard({ desk }: { desk: BackupDesk }) {
  const { isEncrypted, passphraseSetBy, whyNoPassphrase } = desk
  return (
    <Card aria-labelledby="passphrase" className="grid content-start gap-3">
      <h3 id="passphrase" className="text-xl">
        Passphrase
      </h3>
      <p>{isEncrypted ? ENCRYPTED : READABLE}</p>
      {whyNoPassphrase ? (
        <p className="text-bark-deep">{whyNoPassphrase}</p>
      ) : (
        <>
          <div className="flex flex-wrap gap-3">
            <Button variant="quiet" onClick={() => openDialog('backups/passphrase')}>
              {passphraseSetBy ? 'Change the passphrase' : 'Choose a passphrase'}
            </Button>
            {passphraseSetBy && (
              <Button
                variant="plain"
                className="text-beet"
                onClick={() => openDialog('backups/no-passphrase')}
              >
                Remove it
              </Button>
            )}
          </div>
          <DialogAt address="backups/passphrase">
            {(dialog) => <PassphraseDialog {...dialog} />}
          </DialogAt>
          <DialogAt address="backups/no-passphrase">
            {(dialog) => (
              <ActionDialog
                {...dialog}
                title="Remove the passphrase?"
                description="Backups from now on can be read by whoever has the file. Those made with the passphrase still need it: keep it."
                button="Remove it"
                send={() => call(backups.removePassphrase)}
                done="Passphrase removed"
                failed="Passphrase not removed"
                refreshes={[backups.show, firstStepsOf.show]}
              />
            )}
          </DialogAt>
        </>
      )}
    </Card>
  )
}

const ENCRYPTED =
  'Backups are encrypted. Keep the passphrase on paper too: without it nobody can read them, not even you.'
const READABLE =
  'Backups hold your customers’ names and addresses, and whoever has the file can read it. With a passphrase only you can.'

function PassphraseDialog(dialog: DialogProps) {
  const save = useChange({
    send: (body: PassphraseChange) => call(backups.changePassphrase, { body }),
    done: () => ({
      title: 'Passphrase set',
      description: 'Backups are encrypted with it from now on.',
    }),
    failed: 'Passphrase not changed',
    refreshes: [backups.show, firstStepsOf.show],
    isSecret: true,
    onDone: dialog.onClose,
  })
  const { form, send, textOf, secret } = useCheckedForm(save)
  const submit = () => {
    const body = { passphrase: textOf('passphrase'), again: textOf('again') }
    send(errorsIn(passphraseChange.safeParse(body)), body)
  }
  return (
    <FormDialog
      title="Passphrase of your backups"
      description="Every backup from now on is encrypted with it. Backups made before keep the one they were made with."
      {...dialog}
      isTouched={() => textOf('passphrase') !== ''}
      form={form}
      onSubmit={submit}
      save={{ label: 'Use this passphrase', busy: save.isPending }}
    >
      <div className="grid gap-5">
        <Notice tone="warning">
          Write it on paper before you go on, and keep the paper away from the shop’s computer. If
          it is lost, no backup can be read, and nobody can help.
        </Notice>
        <PasswordField
          label="Passphrase"
          hint="At least 12 characters; four or five random words are easy to keep."
          autoComplete="new-password"
          {...secret('passphrase')}
        />
        <PasswordField
          label="The same again, from the paper"
          autoComplete="new-password"
          {...secret('again')}
        />
      </div>
    </FormDialog>
  )
}
