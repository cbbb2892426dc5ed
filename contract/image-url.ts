import { z } from 'zod/mini'
import { optionalText } from './shapes.ts'

export const imageUrl = optionalText(500).check(
  z.refine(
    (url) => url === null || /^(?:\/(?!\/)|https:\/\/)[^\s"'<>\\]*$/.test(url),
    'Please use a picture from this shop.',
  ),
)
