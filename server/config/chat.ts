import { z } from 'zod'
import { isInTheClear } from './tls.ts'

/** The model that words the farm helper's answers; its key is null where it needs none. */
export type ModelPlace = { url: string; model: string; key: string | null }

export const chatVariables = {
  CHAT_MODEL_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be the address of an OpenAI-compatible API, such as https://models.example/v1',
    })
    .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
    .optional(),
  CHAT_MODEL: z
    .string()
    .min(1, 'must be a model’s name')
    .max(200, 'must be a model’s name')
    .optional(),
  CHAT_MODEL_KEY: z.string().min(1, 'must be a key').max(500, 'must be a key').optional(),
}

type Variables = z.output<z.ZodObject<typeof chatVariables>>

export function checkModelPlace(
  known: Variables,
  wrong: (name: keyof Variables, message: string) => void,
): void {
  if (known.CHAT_MODEL_URL && !known.CHAT_MODEL)
    wrong('CHAT_MODEL', 'must be set with CHAT_MODEL_URL: the model to ask')
  if (known.CHAT_MODEL && !known.CHAT_MODEL_URL)
    wrong('CHAT_MODEL_URL', 'must be set with CHAT_MODEL: where it is asked')
  if (known.CHAT_MODEL_KEY && known.CHAT_MODEL_URL && isInTheClear(known.CHAT_MODEL_URL))
    wrong(
      'CHAT_MODEL_URL',
      'must begin with https:// while CHAT_MODEL_KEY is set: the key would travel in the clear',
    )
  if (known.CHAT_MODEL_KEY && !known.CHAT_MODEL_URL)
    wrong('CHAT_MODEL_URL', 'must be set with CHAT_MODEL_KEY')
}

export function modelPlaceOf({
  CHAT_MODEL_URL: url,
  CHAT_MODEL: model,
  CHAT_MODEL_KEY: key,
}: Variables): ModelPlace | null {
  return url && model ? { url, model, key: key ?? null } : null
}
