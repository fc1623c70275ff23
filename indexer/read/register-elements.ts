/**
 * The elements below `Statistik` that an extract has had so far or that documents are made from. Two
 * spaces of indentation are one level: the lines below belong to the last element of a line. `…` is
 * whatever is below an element of which nothing is read, such as owners (until 2021).
 *
 * Of an element that occurs several times the first is read. `[]` marks the rows of a list, of which
 * all are read, and `*` its wrappers: rows of a repeated wrapper belong to the one list.
 *
 * What only the schema of 2019 declares is left out: the first extract that has it should say so.
 */
export const registerElements = `
KoeretoejIdent
KoeretoejArtNummer KoeretoejArtNavn
KoeretoejAnvendelseStruktur
  KoeretoejAnvendelseNummer KoeretoejAnvendelseNavn
KoeretoejAnvendelseSamlingStruktur*
  KoeretoejAnvendelseSamling*
    KoeretoejAnvendelseStruktur[]
      KoeretoejAnvendelseNummer KoeretoejAnvendelseNavn
LeasingGyldigFra LeasingGyldigTil
RegistreringNummerNummer RegistreringNummerUdloebDato
RegistreringNummerRettighedGyldigFra RegistreringNummerRettighedGyldigTil
KoeretoejRegistreringStatus KoeretoejRegistreringStatusDato
AdressePostNummer EjerBrugerSamling
  …
KoeretoejOplysningGrundStruktur
  KoeretoejOplysningOprettetUdFra KoeretoejOplysningStatus KoeretoejOplysningStatusDato
  KoeretoejOplysningFoersteRegistreringDato KoeretoejOplysningIbrugtagningDato
  KoeretoejOplysningModelAar KoeretoejOplysningFabrikant KoeretoejOplysningKommentar
  KoeretoejOplysningStelNummer KoeretoejOplysningStelNummerAnbringelse
  KoeretoejOplysningTilkobletSidevognStelnr
  KoeretoejOplysningTotalVaegt KoeretoejOplysningEgenVaegt KoeretoejOplysningTekniskTotalVaegt
  KoeretoejOplysningKoereklarVaegtMinimum KoeretoejOplysningKoereklarVaegtMaksimum
  KoeretoejOplysningVogntogVaegt KoeretoejOplysningPaahaengVognTotalVaegt
  KoeretoejOplysningTilkoblingMulighed KoeretoejOplysningTilkoblingsvaegtUdenBremser
  KoeretoejOplysningTilkoblingsvaegtMedBremser KoeretoejOplysningSkammelBelastning
  KoeretoejOplysningSaettevognTilladtAkselTryk KoeretoejOplysningStoersteAkselTryk
  KoeretoejOplysningSkatteAkselAntal KoeretoejOplysningSkatteAkselTryk
  KoeretoejOplysningAkselAntal KoeretoejOplysningTraekkendeAksler KoeretoejOplysningAkselAfstand
  KoeretoejOplysningSporviddenForrest KoeretoejOplysningSporviddenBagest
  KoeretoejOplysningPassagerAntal
  KoeretoejOplysningSiddepladserMinimum KoeretoejOplysningSiddepladserMaksimum
  KoeretoejOplysningStaapladserMinimum KoeretoejOplysningStaapladserMaksimum
  KoeretoejOplysningAntalGear KoeretoejOplysningAntalDoere KoeretoejOplysningMaksimumHastighed
  KoeretoejOplysningFaelgDaek KoeretoejOplysningOevrigtUdstyr KoeretoejOplysningNCAPTest
  KoeretoejOplysningVVaerdiLuft KoeretoejOplysningVVaerdiMekanisk
  KoeretoejOplysningVejvenligLuftaffjedring KoeretoejOplysningKoeretoejstand
  KoeretoejOplysning30PctVarevogn KoeretoejOplysningEgnetTilTaxi KoeretoejOplysningTrafikskade
  KoeretoejOplysningVeteranKoeretoejOriginal
  KoeretoejOplysningTypeAnmeldelseNummer KoeretoejOplysningTypeGodkendelseNummer
  KoeretoejOplysningTypegodkendtKategori KoeretoejOplysningEUVariant KoeretoejOplysningEUVersion
  KoeretoejFastKombination
    KoeretoejIdent RegistreringNummerNummer RegistreringNummerIdent
  KoeretoejBetegnelseStruktur
    KoeretoejMaerkeTypeNummer KoeretoejMaerkeTypeNavn
    Model
      KoeretoejModelTypeNummer KoeretoejModelTypeNavn
    Variant
      KoeretoejVariantTypeNummer KoeretoejVariantTypeNavn
    Type
      KoeretoejTypeTypeNummer KoeretoejTypeTypeNavn
  KoeretoejFarveStruktur
    FarveTypeStruktur
      FarveTypeNummer FarveTypeNavn
  KarrosseriTypeStruktur
    KarrosseriTypeNummer KarrosseriTypeNavn
  KoeretoejSupplerendeKarrosseriSamlingStruktur*
    KoeretoejSupplerendeKarrosseriSamling*
      KoeretoejSupplerendeKarrosseriTypeStruktur[]
        SupplerendeKarrosseriTypeNummer SupplerendeKarrosseriTypeNavn
  KoeretoejNormStruktur
    NormTypeStruktur
      NormTypeNummer NormTypeNavn
  KoeretoejMiljoeOplysningStruktur
    KoeretoejMiljoeOplysningCO2Udslip KoeretoejMiljoeOplysningEmissionCO
    KoeretoejMiljoeOplysningEmissionHCPlusNOX KoeretoejMiljoeOplysningEmissionNOX
    KoeretoejMiljoeOplysningPartikler KoeretoejMiljoeOplysningPartikelFilter
    KoeretoejMiljoeOplysningRoegtaethed KoeretoejMiljoeOplysningRoegtaethedOmdrejningstal
    KoeretoejMiljoeOplysningSpecifikCO2Emission KoeretoejMiljoeOplysningNyttelastvaerdi
    KoeretoejMiljoeOplysningTungtNulEmissionKoeretoej
    KoeretoejMiljoeOplysningCO2EmissionKlasseOmklassificeringDato
    CO2EmissionKlasseStruktur
      CO2EmissionKlasseNummer CO2EmissionKlasseNavn
  KoeretoejMotorStruktur
    KoeretoejMotorCylinderAntal KoeretoejMotorMaerkning KoeretoejMotorKmPerLiter
    KoeretoejMotorSlagVolumen KoeretoejMotorSlagVolumenIkkeTilgaengelig
    KoeretoejMotorStoersteEffekt KoeretoejMotorStoersteEffektIkkeTilgaengelig
    KoeretoejMotorKilometerstand KoeretoejMotorKilometerstandDokumentation
    KoeretoejMotorKilometerstandIkkeTilgaengelig
    KoeretoejMotorStandStoej KoeretoejMotorStandStoejOmdrejningstal KoeretoejMotorKoerselStoej
    KoeretoejMotorInnovativTeknik KoeretoejMotorInnovativTeknikAntal
    DrivkraftTypeStruktur
      DrivkraftTypeNummer DrivkraftTypeNavn
    KoeretoejDrivmiddelSamlingStruktur*
      KoeretoejDrivmiddelSamling*
        DrivmiddelStruktur[]
          KoeretoejMotorDrivmiddelPrimaer KoeretoejMotorBraendselscelle
          DrivkraftTypeStruktur
            DrivkraftTypeNummer DrivkraftTypeNavn
          MaaleNormStruktur
            KoeretoejMotorMaaleNormTypeNummer KoeretoejMotorMaaleNormTypeNavn
          KoeretoejBraendstofStruktur
            KoeretoejMotorKmPerLiter KoeretoejMiljoeOplysningCO2Udslip
          KoeretoejElforbrugStruktur
            KoeretoejMotorElektriskForbrug
  KoeretoejUdstyrSamlingStruktur*
    KoeretoejUdstyrSamling*
      KoeretoejUdstyrStruktur[]
        KoeretoejUdstyrAntal
        KoeretoejUdstyrTypeStruktur
          KoeretoejUdstyrTypeNummer KoeretoejUdstyrTypeNavn KoeretoejUdstyrTypeVisesVedSyn
          KoeretoejUdstyrTypeVisesVedForespoergsel KoeretoejUdstyrTypeVisesVedStandardOprettelse
  KoeretoejBlokeringAarsagListeStruktur*
    KoeretoejBlokeringAarsagListe*
      KoeretoejBlokeringAarsag[]
        KoeretoejBlokeringAarsagTypeNummer KoeretoejBlokeringAarsagTypeNavn
  DispensationTypeSamlingStruktur
    …
SynResultatStruktur
  SynResultatSynsType SynResultatSynsDato SynResultatSynsResultat
  SynResultatSynStatus SynResultatSynStatusDato SynResultatOmsynMoedeDato
  KoeretoejMotorKilometerstand
TilladelseSamling*
  Tilladelse*
    TilladelseStruktur[]
      TilladelseGyldigFra TilladelseGyldigTil TilladelseKommentar
      TilladelseTypeStruktur
        TilladelseTypeNummer TilladelseTypeNavn
      TilladelseTypeDetaljeValg
        …
`;
