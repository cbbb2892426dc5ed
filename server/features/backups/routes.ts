import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { type BackupDesk, backups } from '#contract/backups/backups.ts'
import { restores } from '#contract/backups/restore.ts'
import { recordEvent } from '#server/core/audit.ts'
import { getValue } from '#server/core/key-value.ts'
import { readFailure } from '#server/core/long-job.ts'
import { noSuch } from '#server/core/refusal.ts'
import { exportShop } from '#server/features/exports/export-shop.ts'
import { readToday } from '#server/features/settings/read-setting.ts'
import { type App, serve, serveFile } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import { listBackups } from './backup-folder.ts'
import type { RestoreConfig } from './choose-backup.ts'
import { beginBackupByHand, nextNightly } from './make-backup.ts'
import { changePassphrase, type PassphraseConfig, showPassphrase } from './passphrase.ts'
import { restoreDesk } from './restore-desk.ts'

export function backupRoutes(app: App, shop: Shop, place: RestoreConfig): void {
  restoreRoutes(app, shop, place)
  const show = () => showBackups(shop, place)
  serve(app, backups.show, show)
  serve(app, backups.make, async () => {
    const now = shop.now()
    await beginBackupByHand(shop)
    await recordEvent(
      shop.db,
      { action: 'created', subject: 'backup', after: { madeAt: now.toISOString() } },
      now,
    )
    return show()
  })
  serve(app, backups.changePassphrase, async ({ body }) => {
    await changePassphrase(shop, place, body.passphrase)
    return show()
  })
  serve(app, backups.removePassphrase, async () => {
    await changePassphrase(shop, place, null)
    return show()
  })
  serveFile(app, backups.everything, async () => {
    const now = shop.now()
    await recordEvent(shop.db, { action: 'exported', subject: 'shop' }, now)
    const day = await readToday(shop.db, now)
    return { fileName: `farmstand-everything-${day}.zip`, content: await exportShop(shop) }
  })
  serveFile(app, backups.download, async ({ query }) => {
    const { folder } = shop.backups
    const found = (await listBackups(folder)).find(({ name }) => name === query.name)
    if (!found) noSuch('such backup')
    await recordEvent(
      shop.db,
      { action: 'downloaded', subject: 'backup', after: { name: found.name } },
      shop.now(),
    )
    return { fileName: found.name, content: createReadStream(join(folder, found.name)) }
  })
}

async function showBackups(
  { db, backups: press, now }: Shop,
  place: PassphraseConfig,
): Promise<BackupDesk> {
  return {
    backups: await listBackups(press.folder),
    folder: press.folder,
    isEncrypted: press.isEncrypted,
    ...showPassphrase(place),
    nextNightly: await nextNightly(db, now()),
    running: press.progress(),
    failure: await readFailure(db, 'backup_alert'),
    offSite: press.offSite && {
      place: press.offSite.place,
      last: await getValue(db, 'last_copy'),
      failure: await readFailure(db, 'copy_alert'),
    },
  }
}

function restoreRoutes(app: App, shop: Shop, place: RestoreConfig): void {
  const desk = restoreDesk(shop, place)
  app.addHook('preClose', async () => desk.stop())
  serve(app, restores.show, async () => desk.show())
  serve(app, restores.begin, ({ body }) => desk.begin(body))
  serve(app, restores.addPiece, ({ params, body }) =>
    desk.take(params.id, {
      offset: body.offset,
      bytes: Buffer.from(body.base64, 'base64'),
    }),
  )
  serve(app, restores.check, ({ body }) => desk.check(body))
  serve(app, restores.confirm, ({ body }) => desk.confirm(body.id))
  serve(app, restores.giveUp, () => desk.giveUp())
}
