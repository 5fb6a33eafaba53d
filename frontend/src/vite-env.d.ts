/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_SITE_URL?: string
  /** `true` where the stage names no client of Google. */
  readonly VITE_WITHOUT_GOOGLE?: string
}
