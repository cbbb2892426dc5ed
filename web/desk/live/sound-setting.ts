import { useSyncExternalStore } from 'react'

const STORED = 'farmstand:desk-sound'

const listeners = new Set<() => void>()
let unsaved: boolean | null = null

/** Whether this browser's desk makes a sound for a new order; it does until somebody switches it off. */
export function wantsSound(): boolean {
  if (unsaved !== null) return unsaved
  try {
    return localStorage.getItem(STORED) !== 'off'
  } catch {
    return true
  }
}

/** Keeps the wish in this browser; where storage is forbidden, for as long as the page stands. */
export function setSound(wanted: boolean): void {
  try {
    localStorage.setItem(STORED, wanted ? 'on' : 'off')
    unsaved = null
  } catch {
    unsaved = wanted
  }
  for (const listener of listeners) listener()
}

export function useSoundSetting(): boolean {
  return useSyncExternalStore(subscribe, wantsSound)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
