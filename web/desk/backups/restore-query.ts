import { queryOptions } from '@tanstack/react-query'
import { PIECE_LENGTH, type RestoreDesk, restores } from '#contract/backups/restore.ts'
import { call, query } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/request.ts'

/** How often it is asked how far a check or a restart is, in milliseconds. */
const PACE = 1000

export const restoreQuery = queryOptions({
  ...query(restores.show),
  staleTime: 0,
  refetchInterval: ({ state: { data, error } }) =>
    data?.checking || (isRestarting(data) && !isSignedOut(error)) ? PACE : false,
})

export function isSignedOut(failure: Error | null): boolean {
  return failure instanceof ApiFailure && failure.status === 401
}

export function isRestarting(desk: RestoreDesk | undefined): boolean {
  return desk?.isWaiting === true && desk.restartsItself
}

const MAX_TRIES = 3

/** Sends a file in pieces; `onPart` gets the fraction sent, 0 to 1. */
export async function sendBackup(file: File, onPart: (part: number) => void): Promise<RestoreDesk> {
  const { upload } = await call(restores.begin, {
    body: { name: file.name.slice(0, 200), bytes: file.size },
  })
  const params = { id: upload?.id ?? '' }
  for (let offset = 0; offset < file.size; offset += PIECE_LENGTH) {
    const base64 = await base64Of(file.slice(offset, offset + PIECE_LENGTH))
    await severalTries(() => call(restores.addPiece, { params, body: { offset, base64 } }))
    onPart(Math.min(1, (offset + PIECE_LENGTH) / file.size))
  }
  return call(restores.show)
}

async function severalTries<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await send()
    } catch (failure) {
      // A refusal is final; the network may be back in a moment.
      const isNetwork = failure instanceof TypeError || failure instanceof DOMException
      if (!isNetwork || tries === MAX_TRIES) throw failure
    }
  }
}

function base64Of(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(piece)
  })
}
