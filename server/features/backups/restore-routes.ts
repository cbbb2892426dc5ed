import { restores } from '#contract/restore.ts'
import { type App, type Call, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import type { RestorePlace } from './choose-backup.ts'
import { restoreDesk } from './restore-desk.ts'

type RestoreOptions = {
  place: RestorePlace
  requirePassword: (password: string, call: Call) => Promise<void>
}

export function restoreRoutes(
  app: App,
  shop: Shop,
  { place, requirePassword }: RestoreOptions,
): void {
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
  serve(app, restores.check, async ({ body: { currentPassword, ...choice } }, call) => {
    await requirePassword(currentPassword, call)
    return desk.check(choice)
  })
  serve(app, restores.confirm, async ({ body }, call) => {
    await requirePassword(body.currentPassword, call)
    return desk.confirm(body.id)
  })
  serve(app, restores.giveUp, () => desk.giveUp())
}
