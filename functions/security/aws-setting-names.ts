export const passwordPolicySettingNames = [
  'RequireLowercase',
  'RequireUppercase',
  'RequireNumbers',
  'RequireSymbols',
] as const

export const s3PublicAccessBlocks = [
  'BlockPublicAcls',
  'BlockPublicPolicy',
  'IgnorePublicAcls',
  'RestrictPublicBuckets',
] as const
