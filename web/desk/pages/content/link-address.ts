/** Where a link leads, from what was typed: `farm.example` is a site, `a@b.example` a mailbox; null for what no page may link to. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim()
  if (/^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(text) || /^(?:\/(?![/\\])|#)\S*$/.test(text)) return text
  if (/^[^\s@:/]+@[^\s@:/.]+(?:\.[^\s@:/.]+)+$/.test(text)) return `mailto:${text}`
  return /^[^\s@:/?#\\.]+(?:\.[^\s@:/?#\\.]+)+(?:[/?#]\S*)?$/.test(text) ? `https://${text}` : null
}
