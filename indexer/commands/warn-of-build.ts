import type {CurrentBuild} from '../lock/current-build.ts';

/** A build replaces what was live when it began, and nothing else: whoever flips under it ends it. */
export const warnOfBuild = (build: CurrentBuild | undefined): void => {
  if (!build || build.hasEnded) return;
  process.stderr.write(
    `Build ${build.build} (${build.command}) runs on ${build.host}. It began before this and will ` +
      'be refused when it is to go live; run it again then.\n',
  );
};
