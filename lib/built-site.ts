import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeploymentStage } from './stages.ts'

export interface SiteStamp {
  readonly stage: string
  /** Origin in canonical links and the sitemap; empty for a stage without a domain of its own. */
  readonly siteUrl: string
  readonly google: boolean
}

export type BuiltSite = { readonly folder: string } | { readonly problem: string }

export const SITE_FOLDER = 'dist/site'

/** CDK context: the folder of the built site, where it is not `SITE_FOLDER`. */
export const SITE_FOLDER_CONTEXT = 'siteFolder'

/** Brotli-compressed copies of scripts and style sheets, under the paths of the originals. */
export const BROTLI_FOLDER = 'br'

export const toStampPath = (folder: string): string => `${folder}.json`

export const toSiteUrl = ({ domain }: Pick<DeploymentStage, 'domain'>): string =>
  domain ? `https://${domain.name}` : ''

export function findBuiltSite(
  stageName: string,
  stage: Pick<DeploymentStage, 'domain' | 'google'>,
  folder: string = SITE_FOLDER,
): BuiltSite {
  const rebuild = `«npm run deploy -- ${stageName}» la construye.`
  const stampPath = toStampPath(folder)
  if (!existsSync(join(folder, 'index.html')) || !existsSync(stampPath))
    return { problem: `La web de ${stageName} no está construida: ${rebuild}` }
  const stamp = JSON.parse(readFileSync(stampPath, 'utf8')) as SiteStamp
  const isFor =
    stamp.stage === stageName && stamp.siteUrl === toSiteUrl(stage) && stamp.google === (stage.google !== undefined)
  if (isFor) return { folder }
  const how = `${stamp.siteUrl || 'sin dirección'}, ${stamp.google ? 'con' : 'sin'} Google`
  return { problem: `La web está construida para ${stamp.stage} (${how}): ${rebuild}` }
}
