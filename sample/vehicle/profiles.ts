export type Range = readonly [least: number, most: number];

/** The ranges that the values of a family's vehicles are drawn from. */
export type Profile = {
  /** The unladen weight is a share of the gross weight. */
  readonly weight: {readonly grossKg: Range; readonly unladenShare: number; readonly axles: Range};
  readonly cabin?: {readonly seats?: Range; readonly doors?: Range};
  readonly chassis?: {
    readonly topSpeedKmh: Range;
    readonly wheelbaseMm?: Range;
    readonly trackWidthMm?: Range;
  };
  readonly engine?: {
    readonly powerKw: Range;
    readonly displacementCm3: Range;
    readonly cylinders: Range;
  };
  /** The EU vehicle category. */
  readonly category: string;
  /** The share of modern vehicles with an inspection. */
  readonly inspectedShare: number;
};

const table = {
  car: {
    weight: {grossKg: [1_150, 2_900], unladenShare: 0.68, axles: [2, 2]},
    cabin: {seats: [4, 7], doors: [2, 5]},
    chassis: {topSpeedKmh: [135, 260], wheelbaseMm: [2_300, 3_050], trackWidthMm: [1_350, 1_650]},
    engine: {powerKw: [40, 240], displacementCm3: [895, 2_998], cylinders: [3, 6]},
    category: 'M1',
    inspectedShare: 0.989,
  },
  van: {
    weight: {grossKg: [1_800, 3_500], unladenShare: 0.6, axles: [2, 2]},
    cabin: {seats: [2, 3], doors: [3, 5]},
    chassis: {topSpeedKmh: [130, 190], wheelbaseMm: [2_600, 4_325], trackWidthMm: [1_450, 1_740]},
    engine: {powerKw: [50, 140], displacementCm3: [1_248, 2_998], cylinders: [4, 4]},
    category: 'N1',
    inspectedShare: 0.95,
  },
  truck: {
    weight: {grossKg: [7_500, 32_000], unladenShare: 0.42, axles: [2, 5]},
    cabin: {seats: [2, 3]},
    chassis: {topSpeedKmh: [80, 90], wheelbaseMm: [3_100, 6_300]},
    engine: {powerKw: [110, 560], displacementCm3: [4_000, 16_400], cylinders: [4, 8]},
    category: 'N3',
    inspectedShare: 0.95,
  },
  bus: {
    weight: {grossKg: [5_000, 26_000], unladenShare: 0.65, axles: [2, 3]},
    cabin: {seats: [17, 62]},
    chassis: {topSpeedKmh: [80, 100], wheelbaseMm: [4_300, 7_000]},
    engine: {powerKw: [110, 350], displacementCm3: [2_998, 12_900], cylinders: [4, 6]},
    category: 'M3',
    inspectedShare: 0.95,
  },
  trailer: {
    weight: {grossKg: [500, 3_500], unladenShare: 0.3, axles: [1, 3]},
    category: 'O1',
    inspectedShare: 0.12,
  },
  motorcycle: {
    weight: {grossKg: [250, 480], unladenShare: 0.55, axles: [2, 2]},
    chassis: {topSpeedKmh: [110, 280]},
    engine: {powerKw: [11, 120], displacementCm3: [124, 1_868], cylinders: [1, 4]},
    category: 'L3e',
    inspectedShare: 0.35,
  },
  moped: {
    weight: {grossKg: [150, 290], unladenShare: 0.5, axles: [2, 2]},
    chassis: {topSpeedKmh: [30, 45]},
    engine: {powerKw: [1, 4], displacementCm3: [49, 50], cylinders: [1, 1]},
    category: 'L1e',
    inspectedShare: 0.02,
  },
  tractor: {
    weight: {grossKg: [2_000, 14_000], unladenShare: 0.65, axles: [2, 2]},
    cabin: {seats: [1, 2]},
    chassis: {topSpeedKmh: [30, 50]},
    engine: {powerKw: [20, 250], displacementCm3: [1_500, 9_000], cylinders: [3, 6]},
    category: 'T1',
    inspectedShare: 0.05,
  },
} satisfies Readonly<Record<string, Profile>>;

/** Kinds of vehicle with the same members in the register. */
export type Family = keyof typeof table;

export const profiles: Readonly<Record<Family, Profile>> = table;
