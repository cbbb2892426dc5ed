import { spawnSync } from 'node:child_process'
import { chownSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { cents } from '#contract/money/money.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import { type Config, OwnerError, readConfig } from '#server/config/config.ts'
import { readPassphrase } from '#server/features/backups/passphrase.ts'
import { restoreBackup } from '#server/features/backups/restore-backup.ts'
import type { Restored } from '#server/features/backups/restore-stage.ts'
import { actAsServer, findShop, idsOf, type ServerShop, type WhichShop } from './act-as-server.ts'
import { succeeds, thisMachine } from './machine.ts'
import { printProgress } from './print-progress.ts'
import { openTerminal } from './terminal.ts'

const { run } = thisMachine

type Options = { takeOver?: boolean; yes?: boolean }

/** Replaces the shop with a backup; away from a server the shop must be closed. */
export async function restore(file: string, options: Options, which: WhichShop): Promise<void> {
  const shop = findShop(which)
  const path = resolve(file)
  const isRoot = process.getuid?.() === 0
  if (shop && isRoot && succeeds(run, 'systemctl', 'cat', `${shop.unit}.service`))
    return restoreService(shop, path, options)
  await actAsServer(which, () => replaceShop(path, options.takeOver ?? false))
  if (!shop || isRoot) console.log('Now start the shop.')
}

/** The file may lie where the shop's user cannot look, such as root's own folder. */
async function restoreService(shop: ServerShop, file: string, options: Options): Promise<void> {
  if (!existsSync(file)) throw new OwnerError(`There is no readable file at ${file}.`)
  process.exitCode = 1
  if (!options.yes && !(await isAgreed(file))) return console.log('Nothing was changed.')
  const [uid, gid] = idsOf(shop.user)
  const folder = mkdtempSync('/var/tmp/farmstand-restore-')
  const copy = join(folder, basename(file))
  const control = (verb: string) =>
    run('systemctl', verb, `${shop.unit}.socket`, `${shop.unit}.service`)
  try {
    copyFileSync(file, copy, constants.COPYFILE_FICLONE)
    for (const one of [folder, copy]) chownSync(one, uid, gid)
    control('stop')
    const place = ['--settings', shop.settings, '--data-dir', shop.dataDir, '--user', shop.user]
    const words = ['restore', copy, ...(options.takeOver ? ['--take-over'] : [])]
    const program = resolve(import.meta.dirname, '../farmstand.js')
    const child = [program, ...place, ...words]
    // Started as the shop's user, it meets no service of its own.
    const { status } = spawnSync(process.execPath, child, {
      uid,
      gid,
      cwd: folder,
      stdio: 'inherit',
    })
    process.exitCode = status ?? 1
  } finally {
    rmSync(folder, { recursive: true })
    control('start')
    console.log('The shop is started again.')
  }
}

async function isAgreed(file: string): Promise<boolean> {
  const terminal = openTerminal()
  const answer = await terminal
    .ask(
      `The shop stops, and ${file} takes its place. The shop of now is kept aside. Go on? (yes/no) `,
    )
    .finally(() => terminal.close())
  return /^y(?:es)?$/i.test(answer ?? '')
}

async function replaceShop(file: string, takeOver: boolean): Promise<void> {
  const config = readConfig()
  const { dataDir, databaseUrl, pictureBucket } = config
  const place = { dataDir, databaseUrl, pictureBucket }
  const hadSecrets = existsSync(join(dataDir, 'secrets'))
  const request = { ...place, file, passphrase: readPassphrase(config), takeOver, now: new Date() }
  printResult(await restoreBackup({ ...request, onProgress: printProgress() }))
  if (takeOver) printMissing(config, hadSecrets)
}

/** What a backup does not bring to a new machine. */
function printMissing({ publicUrl, mail, stripe, backup }: Config, hadSecrets: boolean): void {
  const missing = hadSecrets
    ? []
    : [
        !mail && 'the mail server’s password',
        !stripe && 'Stripe’s keys',
        !backup.passphrase && 'the backups’ passphrase',
      ].filter((one) => one !== false)
  if (missing.length > 0)
    console.log(`No backup holds ${missing.join(', ')}: type them again at the desk.`)
  if (publicUrl)
    console.log(
      `Point the name ${new URL(publicUrl).hostname} to this machine (its A and AAAA records).`,
    )
}

function printResult({
  about,
  sums,
  pictures,
  booksDiffer,
  newlyDiffer,
  hasNewId,
  passkeys,
  nextOrder,
  erasedAgain,
  undo,
}: Restored): void {
  const taken = plainDollars(cents(sums.capturedCents))
  const lines = [
    `The shop is as it was on ${about.madeAt}: ${sums.orders} orders, $${taken} taken, ${pictures} pictures.`,
    booksDiffer === 0
      ? 'The books balance.'
      : `The books are off in ${booksDiffer} rows, as they were then.`,
    newlyDiffer > 0 &&
      `By checks that the backup's release did not have, they are off in ${newlyDiffer} rows; see farmstand check-books.`,
    erasedAgain > 0 &&
      `Customers erased since the backup was made are erased again: ${erasedAgain} orders.`,
    `The next order is #${nextOrder}: numbers used since the backup stay with those orders.`,
    hasNewId &&
      'To the card provider it is a separate shop, so it cannot touch the payments of the one it was made from. If that one is gone for good, restore again with --take-over.',
    passkeys > 0 &&
      `The passkeys in the backup open the desk: ${passkeys}. Remove what you do not know at the desk (Settings, People & sign-in).`,
    undo &&
      `The previous shop is kept in ${undo.place}. To get it back:\n  ${undo.how.join('\n  ')}`,
  ]
  for (const line of lines) if (line) console.log(line)
}
