/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_SITE_URL?: string
  /** `true` where the stage configures no Google client. */
  readonly VITE_WITHOUT_GOOGLE?: string
}
