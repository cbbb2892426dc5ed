/** Two names for the same thing; the editor writes the longer one. */
const SAME: Record<string, string> = { b: 'strong', i: 'em' }

export function elementName({ tagName }: Element): string {
  const name = tagName.toLowerCase()
  return SAME[name] ?? name
}
