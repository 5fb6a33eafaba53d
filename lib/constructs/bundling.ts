import { type BundlingOptions, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs'

/** How a function becomes one file. A test loads and calls every file made with these options. */
export const bundling = {
  format: OutputFormat.ESM,
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  sourceMap: true,
  sourcesContent: false,
  bundleAwsSDK: true,
  // What is CommonJS all the same (electrodb, nodemailer) asks with require(), which an ES module does not have.
  banner: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
} as const satisfies BundlingOptions
